/** What becomes of data is known before all of the future is worked out: both must say the same. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { createAnalysis } from "../../src/analysis/index.ts";
import { createCluster } from "../../src/cluster/index.ts";
import { knowledge } from "../../src/knowledge.ts";
import { kinds } from "../../src/kubernetes/index.ts";
import type { DataFate } from "../../src/report/index.ts";
import { clusters } from "../support/arbitrary-cluster.ts";
import { workloads } from "../support/arbitrary-workloads.ts";
import { runs } from "../support/runs.ts";
import { snapshotOf } from "../support/snapshot.ts";

const count = runs(4, 0.1);
const someKinds = fc.subarray(kinds.map(({ resource }) => resource));

test(`${count} generated clusters: the data of an object is what its fate says`, () => {
  const seen = new Set<DataFate | undefined>();
  fc.assert(
    fc.property(clusters, workloads, someKinds, (some, more, hidden) => {
      const objects = [...some, ...more];
      for (const cluster of [
        createCluster(snapshotOf(objects)),
        createCluster(snapshotOf(objects, hidden)),
      ]) {
        for (const object of objects) {
          const analysis = createAnalysis(cluster, knowledge);
          const said = analysis.dataOf(object);
          const timeline = createAnalysis(cluster, knowledge).future(object);
          assert.ok(timeline.moves.length === timeline.steps.length);
          const fate = timeline.outcomeOf(object)?.tell();
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
