/** The snapshots of a disk that is lost: each is told, and whether it still has the data. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { KubeObject, Resource } from "../../src/kubernetes/index.ts";
import { diagnosisOf } from "../support/diagnose.ts";
import { claim, claimRefTo, content, ebs, pod, snapshot, volume } from "../support/objects.ts";

const deleted = "2026-11-20T10:00:00Z";
const doomed = claim({
  phase: "Bound",
  volumeName: "pv-data",
  deletionTimestamp: deleted,
  finalizers: ["kubernetes.io/pvc-protection"],
});
const disk = volume({
  finalizers: ["kubernetes.io/pv-protection", "external-provisioner.volume.kubernetes.io/finalizer"],
  annotations: { "pv.kubernetes.io/provisioned-by": "ebs.csi.aws.com" },
  spec: { ...ebs, persistentVolumeReclaimPolicy: "Delete" },
  phase: "Bound",
  claimRef: claimRefTo(doomed),
});
const user = pod({ claims: ["data"], nodeName: "node-a", phase: "Running" });
const usable = { readyToUse: true, content: "snapcontent-1" } as const;

function statesOf(more: readonly KubeObject[], hidden: readonly Resource[] = []): readonly string[] {
  const { fate } = diagnosisOf([doomed, disk, user, ...more], hidden);
  assert.equal(fate?.data, "destroyed");
  return (fate.copies ?? []).map(({ snapshot: { name }, state }) => `${name} ${state}`);
}

test("a ready one is a copy", () => {
  assert.deepEqual(statesOf([snapshot(usable), content()]), ["nightly ready"]);
});

test("one of an earlier disk of a claim of that name is not named", () => {
  const earlier = content();
  const source = { volumeHandle: "vol-0old" };
  assert.deepEqual(statesOf([snapshot(usable), { ...earlier, spec: { ...earlier.spec, source } }]), []);
});

test("one that was requested too late is never ready, but for a claim that is protected already", () => {
  assert.deepEqual(statesOf([snapshot({ readyToUse: false })]), ["nightly never-ready"]);
  const held = { ...doomed, metadata: { ...doomed.metadata, finalizers: [asSource] } };
  const { fate } = diagnosisOf([held, disk, user, snapshot({ readyToUse: false })]);
  assert.deepEqual(
    fate?.copies?.map(({ state }) => state),
    ["not-ready"],
  );
});

const asSource = "snapshot.storage.kubernetes.io/pvc-as-source-protection";

test("one that is deleted as well is no copy", () => {
  const going = snapshot({ ...usable, deletionTimestamp: deleted, finalizers: ["x/y"] });
  assert.deepEqual(statesOf([going, content()]), ["nightly deleted-too"]);
});

test("one without its content is no copy, and of one whose content was not read nothing is promised", () => {
  assert.deepEqual(statesOf([snapshot(usable)]), ["nightly content-gone"]);
  assert.deepEqual(statesOf([snapshot(usable)], ["snapshot.storage.k8s.io/v1/volumesnapshotcontents"]), [
    "nightly not-known",
  ]);
});

test("those that can be used come first", () => {
  const late = snapshot({ name: "late", uid: "late", creationTimestamp: "2026-11-20T11:00:00Z" });
  const early = snapshot({ ...usable, creationTimestamp: "2026-11-19T11:00:00Z" });
  assert.deepEqual(statesOf([late, early, content()]), ["nightly ready", "late never-ready"]);
});

test("of a disk that is kept none is told", () => {
  const kept = volume({
    phase: "Bound",
    claimRef: claimRefTo(doomed),
    spec: { ...ebs, persistentVolumeReclaimPolicy: "Retain" },
  });
  const { fate } = diagnosisOf([doomed, kept, user, snapshot(usable), content()]);
  assert.equal(fate?.copies, undefined);
});
