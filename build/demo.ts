/** Shows the main commands on the example cluster, as a terminal would. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
const example = "docs/example/cluster.yaml";
const lines = [
  "why pvc,pv,volumeattachments,volumesnapshots,namespaces,pods -A -o brief",
  "why pvc/data-0 -n shop",
  "blockers pvc/uploads -n shop",
  "why pv/pvc-ledger",
  "why pvc/healthy -n shop",
  "explain FinishedPodUsesClaim",
];

for (const line of lines) {
  const argv = line.startsWith("explain") ? line.split(" ") : [...line.split(" "), "--from", example];
  process.stdout.write(`$ kubectl pvguard ${argv.join(" ")}\n`);
  const run = spawnSync(process.execPath, [join(root, "dist/main.cjs"), ...argv], {
    cwd: root,
    stdio: "inherit",
  });
  if (run.status !== 0) process.exit(run.status ?? 1);
  process.stdout.write("\n");
}
