/** What becomes of data is asked in a shorter way than a diagnosis does: both must say the same. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { outlookOf } from "../../src/analysis/audit-context.ts";
import { causeGraph } from "../../src/analysis/causes.ts";
import { fateNow } from "../../src/analysis/disks/namespace.ts";
import { predictFrom } from "../../src/analysis/timeline/run.ts";
import { createCluster } from "../../src/cluster/index.ts";
import { knowledge } from "../../src/knowledge.ts";
import { kinds } from "../../src/kubernetes/index.ts";
import type { DataFate } from "../../src/report/index.ts";
import { clusters } from "../support/arbitrary-cluster.ts";
import { workloads } from "../support/arbitrary-workloads.ts";
import { runs } from "../support/runs.ts";
import { snapshotOf } from "../support/snapshot.ts";

const count = runs(20, 0.2);
const never = () => false;
const someKinds = fc.subarray(kinds.map(({ resource }) => resource));

test(`${count} generated clusters: the outlook of an object is what its fate says`, () => {
  const seen = new Set<DataFate | undefined>();
  fc.assert(
    fc.property(clusters, workloads, someKinds, (some, more, hidden) => {
      const objects = [...some, ...more];
      for (const cluster of [
        createCluster(snapshotOf(objects)),
        createCluster(snapshotOf(objects, hidden)),
      ]) {
        for (const object of objects) {
          const graph = causeGraph(object, cluster, knowledge);
          const prediction = predictFrom(object, cluster, knowledge);
          const fate = fateNow(object, cluster, prediction, knowledge);
          const said = outlookOf(object, () => graph, cluster, knowledge, never);
          seen.add(said);
          assert.equal(said, fate?.data);
        }
      }
    }),
    { numRuns: count },
  );
  for (const data of [undefined, "destroyed", "kept", "leaked", "unknown", "none"] as const)
    assert.ok(seen.has(data), `never ${data}`);
});
