/** Shows the main commands on the example cluster, as a terminal would: on a terminal one screen after the other. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline/promises";

const root = join(import.meta.dirname, "..");
const example = "docs/example/cluster.yaml";

/** Each fits a terminal of 24 lines, but for the audit, whose end says again what it found. */
const lines = [
  "why -n shop",
  "why pvc/data-0 -n shop",
  "blockers pvc/uploads -n shop",
  "why pv/pvc-ledger",
  "why pvc/healthy -n shop",
  "audit",
];

const isTerminal = process.stdout.isTTY === true && process.stdin.isTTY === true;

async function nextScreen(position: number): Promise<void> {
  if (!isTerminal || position === lines.length - 1) return;
  const questions = createInterface({ input: process.stdin, output: process.stdout });
  await questions.question(`-- ${position + 1} of ${lines.length}: press Enter for the next --`);
  questions.close();
  process.stdout.write("\u001b[2J\u001b[H");
}

for (const [position, line] of lines.entries()) {
  const argv = [...line.split(" "), "--from", example];
  process.stdout.write(`$ kubectl pvguard ${argv.join(" ")}\n`);
  const run = spawnSync(process.execPath, [join(root, "dist/main.cjs"), ...argv], {
    cwd: root,
    stdio: "inherit",
  });
  // What audit finds ends it with 1.
  if (run.status !== 0 && line !== "audit") process.exit(run.status ?? 1);
  if (!isTerminal) process.stdout.write("\n");
  await nextScreen(position);
}
