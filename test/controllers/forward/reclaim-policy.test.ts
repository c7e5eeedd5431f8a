/**
 * kubernetes/kubernetes test/e2e/storage/csimock/csi_honor_pv_reclaim_policy.go, 1.36: whichever of the two is deleted
 * first, the driver is asked to delete the volume exactly when the policy is Delete.
 */
import assert from "node:assert/strict";
import test from "node:test";
import { annotationNames, finalizerNames } from "../../../src/controllers/index.ts";
import type { PersistentVolume } from "../../../src/kubernetes/index.ts";
import { claim, claimRefTo, ebs, volume } from "../../support/objects.ts";
import type { Step } from "./run.ts";
import { runForward } from "./run.ts";

const { pvcProtection, pvProtection, externalProvisioner } = finalizerNames;
const annotations = { [annotationNames.bindCompleted]: "yes" };
const bound = claim({ phase: "Bound", volumeName: "pv-data", finalizers: [pvcProtection], annotations });
const provisioned = { [annotationNames.provisionedBy]: "ebs.csi.aws.com" };

type Origin = "dynamic" | "static";
type Policy = "Delete" | "Retain";
type Order = "claim first" | "volume first";

function disk(origin: Origin, policy: Policy, deleted: boolean): PersistentVolume {
  const finalizers = [pvProtection, ...(policy === "Delete" ? [externalProvisioner] : [])];
  return volume({
    phase: "Bound",
    policy,
    finalizers,
    claimRef: claimRefTo(bound),
    spec: ebs,
    ...(origin === "dynamic" ? { annotations: provisioned } : {}),
    ...(deleted ? { deletionTimestamp: true } : {}),
  });
}

function stepsOf(order: Order, subject: PersistentVolume): readonly Step[] {
  return order === "claim first"
    ? [{ delete: bound }, { delete: subject }]
    : [{ delete: subject }, { delete: bound }];
}

const destroys = "ebs.csi.aws.com destroys vol-0abc";

test("honor PV reclaim policy: both deleted, in any order", async (t) => {
  for (const origin of ["dynamic", "static"] as const) {
    for (const policy of ["Delete", "Retain"] as const) {
      for (const order of ["claim first", "volume first"] as const) {
        await t.test(`${origin}, ${policy}, ${order}`, () => {
          const subject = disk(origin, policy, false);
          const { moves, left } = runForward([bound, subject], stepsOf(order, subject));
          assert.equal(moves.filter((move) => move === destroys).length, policy === "Delete" ? 1 : 0);
          assert.deepEqual(left, []);
        });
      }
    }
  }
});

test("honor PV reclaim policy: the policy is changed after the volume was deleted", async (t) => {
  await t.test("from Delete to Retain: nothing is destroyed", () => {
    const subject = disk("dynamic", "Delete", true);
    const retained = { ...subject, spec: { ...subject.spec, persistentVolumeReclaimPolicy: "Retain" } };
    const { moves, left } = runForward([bound, subject], [{ change: retained }, { delete: bound }]);
    assert.equal(moves.includes(destroys), false);
    assert.equal(moves.includes(`remove-finalizer ${externalProvisioner} pv-data`), true);
    assert.deepEqual(left, []);
  });
  await t.test("from Retain to Delete: too late, the volume leaks", () => {
    const subject = disk("dynamic", "Retain", true);
    const doomed = { ...subject, spec: { ...subject.spec, persistentVolumeReclaimPolicy: "Delete" } };
    const { moves, left } = runForward([bound, subject], [{ change: doomed }, { delete: bound }]);
    assert.equal(moves.includes(destroys), false);
    assert.deepEqual(left, []);
  });
});

test("a claim that is alive keeps a deleted volume Bound", () => {
  const subject = disk("dynamic", "Delete", false);
  assert.deepEqual(runForward([bound, subject], [{ delete: subject }]), {
    moves: [],
    left: ["data", "pv-data"],
  });
});
