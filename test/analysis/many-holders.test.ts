/** Thousands of objects can hold one: what is around it is gathered once for all of them, not once for each. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createAnalysis } from "../../src/analysis/index.ts";
import type { Cluster, Index, Listed, Scope } from "../../src/cluster/index.ts";
import { finalizerNames } from "../../src/controllers/index.ts";
import { knowledge } from "../../src/knowledge.ts";
import type { ObjectIn, Resource } from "../../src/kubernetes/index.ts";
import { clusterOf } from "../controllers/decisions/decide.ts";
import { installed } from "../support/driver.ts";
import { claim, claimRefTo, ebs, snapshot, volume } from "../support/objects.ts";

/** How many objects a prediction is handed for a claim that so many snapshots hold. */
function handed(count: number): number {
  const held = claim({
    phase: "Bound",
    deletionTimestamp: true,
    volumeName: "pv-data",
    finalizers: [finalizerNames.pvcProtection, finalizerNames.pvcAsSource],
  });
  const bound = volume({ phase: "Bound", claimRef: claimRefTo(held), spec: ebs });
  const snapshots = Array.from({ length: count }, (_, at) =>
    snapshot({ name: `of-${at}`, readyToUse: false }),
  );
  const base = clusterOf([held, bound, ...installed(), ...snapshots]);
  let objects = 0;
  const cluster: Cluster = {
    ...base,
    lookup<R extends Resource>(index: Index<R>, key: string, scope: Scope): Listed<ObjectIn<R>> {
      const found = base.lookup(index, key, scope);
      if (found.read) objects += found.items.length;
      return found;
    },
  };
  assert.ok(createAnalysis(cluster, knowledge).future(held).moves.length > 0);
  return objects;
}

test("of ten times as many snapshots of a claim, ten times as many are handed out", () => {
  const [few, many] = [handed(30), handed(300)];
  assert.ok(few > 0);
  assert.ok(many <= few * 12, `${few} objects for 30 snapshots, ${many} for 300`);
});
