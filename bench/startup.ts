/** How long the built program takes to start, against a Node.js process that does nothing. Run it with nothing else running. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { performance } from "node:perf_hooks";

const main = join(import.meta.dirname, "..", "dist", "main.cjs");
const runs = 15;

const lines: readonly (readonly [string, readonly string[]])[] = [
  ["node -e 0", ["-e", "0"]],
  ["pvguard --version", [main, "--version"]],
  ["pvguard why --help", [main, "why", "--help"]],
];

const times = new Map<string, number[]>(lines.map(([name]) => [name, []]));
for (let run = 0; run < runs; run += 1) {
  for (const [name, argv] of lines) times.get(name)?.push(timed(argv));
}
const base = Math.min(...(times.get("node -e 0") ?? []));
for (const [name, measured] of times) {
  const sorted = [...measured].sort((a, b) => a - b);
  const least = sorted[0] ?? Number.NaN;
  const median = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  const ratio = (least / base).toFixed(2);
  process.stdout.write(
    `${name.padEnd(22)} median ${median.toFixed(0)} ms, min ${least.toFixed(0)} ms, ${ratio} x node\n`,
  );
}

function timed(argv: readonly string[]): number {
  const begin = performance.now();
  const { status } = spawnSync(process.execPath, [...argv], { stdio: "ignore" });
  if (status !== 0) throw new Error(`${argv.join(" ")} ended with ${status}: build first (npm run build)`);
  return performance.now() - begin;
}
