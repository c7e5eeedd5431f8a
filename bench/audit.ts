import { audit } from "../src/analysis/index.ts";
import { knowledge } from "../src/knowledge.ts";
import { snapshotOf } from "../test/support/snapshot.ts";
import { largeCluster } from "./large-cluster.ts";

const rules = knowledge.rules.filter(({ onlyWith }) => onlyWith === undefined);
const sizes = process.argv.slice(2).map(Number);

for (const size of sizes.length > 0 ? sizes : [5000, 20_000]) {
  const objects = largeCluster(size);
  const snapshot = snapshotOf(objects);
  const before = process.cpuUsage();
  const begin = performance.now();
  const { findings } = audit(rules, { namespace: undefined, olderThan: 300 }, snapshot, knowledge);
  const { user, system } = process.cpuUsage(before);
  const milliseconds = performance.now() - begin;
  const memory = process.memoryUsage().heapUsed / 2 ** 20;
  process.stdout.write(
    `${size} claims, ${objects.length} objects: ${findings.length} findings in ${(milliseconds / 1000).toFixed(2)} s (CPU ${((user + system) / 1e6).toFixed(2)} s), heap ${memory.toFixed(0)} MiB\n`,
  );
}
