/**
 * kubernetes/kubernetes pkg/scheduler/framework/plugins/volumebinding/volume_binding_test.go TestVolumeBinding, 1.36: the
 * rows in which a claim stops the pod.
 */
import assert from "node:assert/strict";
import test from "node:test";
import type { ClaimOfPod } from "../../src/controllers/index.ts";
import { annotationNames, firstObstacle } from "../../src/controllers/index.ts";
import { claim, ownedBy, pod, storageClass } from "../support/objects.ts";

const subject = pod({ nodeName: "", phase: "Pending", claims: ["data"] });
const annotations = { [annotationNames.bindCompleted]: "yes" };
const bound = claim({ phase: "Bound", volumeName: "pv", annotations });
const delayed = storageClass({ volumeBindingMode: "WaitForFirstConsumer" });
const of = (changes: Partial<ClaimOfPod>): ClaimOfPod => ({
  by: "name",
  name: "data",
  claim: bound,
  storageClass: storageClass(),
  ...changes,
});

type Row = readonly [name: string, claims: readonly ClaimOfPod[], obstacle: string | undefined];

const rows: readonly Row[] = [
  ["pod has not pvcs", [], undefined],
  ["all bound", [of({})], undefined],
  ["PVC does not exist", [of({ claim: "missing" })], "missing"],
  ["PVC does not exist, ephemeral", [of({ by: "ephemeral", claim: "missing" })], "ephemeral claim missing"],
  ["lost pvc", [of({ claim: claim({ phase: "Lost", volumeName: "pv", annotations }) })], "Lost"],
  ["pvc deleted", [of({ claim: claim({ ...{ phase: "Bound" }, deletionTimestamp: true }) })], "Terminating"],
  ["part of claims are immediate and unbound", [of({}), of({ claim: claim() })], "unbound"],
  ["unbound claims with WaitForFirstConsumer", [of({ claim: claim(), storageClass: delayed })], undefined],
  [
    "own: a claim that names its volume is immediate",
    [of({ claim: claim({ volumeName: "pv" }), storageClass: delayed })],
    "unbound",
  ],
  ["own: the ephemeral claim of another pod", [of({ by: "ephemeral" })], "foreign ephemeral claim"],
  [
    "own: its own ephemeral claim",
    [
      of({
        by: "ephemeral",
        claim: { ...bound, metadata: { ...bound.metadata, ownerReferences: [ownedBy(subject)] } },
      }),
    ],
    undefined,
  ],
  [
    "own: Lost comes before unbound, wherever it stands",
    [of({ claim: claim() }), of({ claim: claim({ phase: "Lost" }) })],
    "Lost",
  ],
];

test("scheduler: PreFilter of VolumeBinding", async (t) => {
  for (const [name, claims, obstacle] of rows) {
    await t.test(name, () => assert.equal(firstObstacle(subject, claims)?.obstacle, obstacle));
  }
});
