import assert from "node:assert/strict";
import { test } from "node:test";
import { createSandbox } from "../../src/analysis/timeline/sandbox.ts";
import { createCluster } from "../../src/cluster/index.ts";
import { annotationNames } from "../../src/controllers/index.ts";
import type { PersistentVolume } from "../../src/kubernetes/index.ts";
import { refOf } from "../../src/kubernetes/index.ts";
import { claim, claimRefTo, ebs, volume } from "../support/objects.ts";
import { snapshotOf } from "../support/snapshot.ts";

const { boundByController, provisionedBy } = annotationNames;
const annotations = { [boundByController]: "yes", [provisionedBy]: "ebs.csi.aws.com" };
const bound = volume({ phase: "Bound", claimRef: claimRefTo(claim()), spec: ebs, annotations });

function unbound(part: "uid" | "whole"): PersistentVolume {
  const world = createSandbox(createCluster(snapshotOf([bound])));
  world.apply({ do: "clear-claim-ref", object: refOf(bound), part });
  return world.find(refOf(bound)) as PersistentVolume;
}

test("a volume that is unbound wholly loses the controller's mark with its claimRef, and nothing else", () => {
  const { spec, metadata } = unbound("whole");
  assert.equal(spec?.claimRef, undefined);
  assert.deepEqual(metadata.annotations, { [provisionedBy]: "ebs.csi.aws.com" });
});

test("a volume that stays reserved keeps its annotations", () => {
  const { spec, metadata } = unbound("uid");
  assert.equal(spec?.claimRef?.name, "data");
  assert.equal(spec?.claimRef?.uid, undefined);
  assert.deepEqual(metadata.annotations, annotations);
});
