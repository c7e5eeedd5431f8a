/** A report that leaves out what would happen if an object were deleted says all else of it unchanged. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Foretold } from "../../src/analysis/index.ts";
import { report } from "../../src/analysis/index.ts";
import { knowledge } from "../../src/knowledge.ts";
import type { KubeObject } from "../../src/kubernetes/index.ts";
import { clusters } from "../support/arbitrary-cluster.ts";
import { runs } from "../support/runs.ts";
import { snapshotOf } from "../support/snapshot.ts";

const count = runs(4, 1 / 20);

function told(objects: readonly KubeObject[], foretold: Foretold) {
  const { diagnoses } = report(objects, snapshotOf(objects), knowledge, foretold);
  return {
    rest: diagnoses.map(({ ifDeleted: _, ...rest }) => rest),
    deletions: diagnoses.filter(({ ifDeleted }) => ifDeleted !== undefined).length,
  };
}

test(`${count} generated clusters`, () => {
  let spared = 0;
  fc.assert(
    fc.property(clusters, (objects) => {
      const [all, untold] = [told(objects, "step by step"), told(objects, "not at all")];
      assert.deepEqual(untold.rest, all.rest);
      spared += all.deletions - untold.deletions;
    }),
    { numRuns: count },
  );
  assert.ok(spared > count, `${spared}`);
});

test(`${count} generated clusters: of what is not well it is told as of all`, () => {
  let spared = 0;
  fc.assert(
    fc.property(clusters, (objects) => {
      const all = report(objects, snapshotOf(objects), knowledge, "step by step");
      const some = report(objects, snapshotOf(objects), knowledge, "step by step where unhealthy");
      const expected = all.diagnoses.map(({ ifDeleted, ...rest }) => {
        const isTold = ifDeleted !== undefined && rest.verdict.category !== "healthy";
        if (ifDeleted !== undefined && !isTold) spared++;
        return isTold ? { ...rest, ifDeleted } : rest;
      });
      assert.deepEqual(some.diagnoses, expected);
    }),
    { numRuns: count },
  );
  assert.ok(spared > count, `${spared}`);
});
