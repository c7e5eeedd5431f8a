import assert from "node:assert/strict";
import { test } from "node:test";
import { createAnalysis } from "../../src/analysis/index.ts";
import { createCluster } from "../../src/cluster/index.ts";
import { knowledge } from "../../src/knowledge.ts";
import type { KubeObject } from "../../src/kubernetes/index.ts";
import { seenRefOf } from "../../src/kubernetes/index.ts";
import { diagnosisOf, remediesOf, textOf } from "../support/diagnose.ts";
import { installed } from "../support/driver.ts";
import { deleted } from "../support/objects/metadata.ts";
import {
  claim,
  claimRefTo,
  content,
  ebs,
  namespaceObject,
  snapshot,
  snapshotClass,
  volume,
} from "../support/objects.ts";
import { snapshotOf } from "../support/snapshot.ts";

const pair = (name: string, policy: string, handle: string): readonly KubeObject[] => {
  const own = claim({
    name,
    phase: "Bound",
    volumeName: `pv-${name}`,
    finalizers: ["kubernetes.io/pvc-protection"],
    annotations: { "pv.kubernetes.io/bind-completed": "yes" },
  });
  const disk = volume({
    name: `pv-${name}`,
    phase: "Bound",
    policy,
    claimRef: claimRefTo(own),
    annotations: { "pv.kubernetes.io/provisioned-by": ebs.csi.driver },
    finalizers: ["kubernetes.io/pv-protection", "external-provisioner.volume.kubernetes.io/finalizer"],
    spec: { csi: { ...ebs.csi, volumeHandle: handle } },
  });
  return [own, disk];
};

const doomed = namespaceObject({ deletionTimestamp: true });
const stay = namespaceObject();

test("the fate of a namespace is the worst of its claims', and they are named", () => {
  const { fate } = diagnosisOf([
    doomed,
    ...pair("a", "Delete", "vol-1"),
    ...pair("b", "Retain", "vol-2"),
    ...installed(),
  ]);
  assert.equal(fate?.data, "destroyed");
  assert.match(textOf(fate?.because), /pvc.*\ba\b.*vol-1/s);
  assert.doesNotMatch(textOf(fate?.because), /vol-2/);
});

test("what is not known of one claim outweighs what another leaves behind", () => {
  const own = claim({ name: "nfs", phase: "Bound", volumeName: "pv-nfs" });
  const share = volume({
    name: "pv-nfs",
    phase: "Bound",
    claimRef: claimRefTo(own),
    deletionTimestamp: true,
    spec: { nfs: { server: "10.0.0.9", path: "/x" } },
  });
  const [mine, disk] = pair("a", "Delete", "vol-1") as [KubeObject, KubeObject];
  const finalizers = [...(disk.metadata.finalizers ?? []), "external-attacher/ebs-csi-aws-com"];
  const attached = { ...disk, metadata: { ...disk.metadata, finalizers, deletionTimestamp: deleted } };
  const objects = [doomed, own, share, mine, attached as KubeObject, ...installed()] as const;
  assert.equal(diagnosisOf(objects).fate?.data, "destroyed");
  assert.equal(diagnosisOf(objects, ["storage.k8s.io/v1/volumeattachments"]).fate?.data, "unknown");
  assert.equal(diagnosisOf([doomed, own, share]).fate?.data, "leaked");
});

test("volumes with Retain are kept, and an empty namespace has no data", () => {
  assert.equal(diagnosisOf([doomed, ...pair("b", "Retain", "vol-2"), ...installed()]).fate?.data, "kept");
  assert.equal(diagnosisOf([doomed]).fate?.data, "none");
});

test("a claim that is deleted already has left its volume, whose disk still counts", () => {
  const [, disk] = pair("a", "Delete", "vol-1");
  const released = { ...disk, status: { phase: "Released" } } as KubeObject;
  const diagnosis = diagnosisOf([doomed, released, ...installed()]);
  assert.equal(diagnosis.fate?.data, "destroyed");
  assert.match(textOf(diagnosis.fate?.because), /pv-a.*vol-1/s);
  assert.deepEqual(remediesOf(diagnosis), ["retain-volumes safe", "check-controller loses-data"]);
  assert.equal(diagnosisOf([doomed, released], ["v1/persistentvolumes"]).fate?.data, "unknown");
  assert.notEqual(diagnosisOf([stay, released, ...installed()]).ifDeleted?.fate?.data, "destroyed");
});

test("snapshots count", () => {
  const taken = snapshot({
    className: "ebs-snapshots",
    content: "snapcontent-1",
    readyToUse: true,
    finalizers: ["snapshot.storage.kubernetes.io/volumesnapshot-bound-protection"],
  });
  const kept = content({
    finalizers: ["snapshot.storage.kubernetes.io/volumesnapshotcontent-bound-protection"],
  });
  assert.equal(diagnosisOf([doomed, taken, kept, ...installed()]).fate?.data, "destroyed");
});

test("a snapshot that is given a finalizer first counts as its controllers go on", () => {
  const bare = snapshot({ className: "ebs-snapshots", content: "snapcontent-1", readyToUse: true });
  const fateOf = (...objects: readonly KubeObject[]) =>
    diagnosisOf([doomed, bare, snapshotClass(), ...objects, ...installed()]).fate?.data;
  assert.equal(fateOf(content()), "destroyed");
  assert.equal(fateOf(content({ policy: "Retain" })), "kept");
});

test("after acts, what they are done to ends as they let it", () => {
  const taken = snapshot({
    className: "ebs-snapshots",
    content: "snapcontent-1",
    readyToUse: true,
    finalizers: ["snapshot.storage.kubernetes.io/volumesnapshot-bound-protection"],
  });
  const finalizer = "snapshot.storage.kubernetes.io/volumesnapshotcontent-bound-protection";
  const kept = content({ finalizers: [finalizer], deletionTimestamp: true });
  const analysis = createAnalysis(
    createCluster(snapshotOf([doomed, taken, kept, ...installed()])),
    knowledge,
  );
  const act = { do: "drop-finalizer", on: seenRefOf(kept), finalizer } as const;
  assert.equal(analysis.dataOf(doomed), "destroyed");
  assert.notEqual(analysis.future(doomed, { done: [act] }).outcomeOf(doomed)?.data, "destroyed");
});

test("a live namespace has no fate of its own, only one if it were deleted", () => {
  const diagnosis = diagnosisOf([stay, ...pair("a", "Delete", "vol-1"), ...installed()]);
  assert.equal(diagnosis.fate, undefined);
  assert.equal(diagnosis.ifDeleted?.fate?.data, "destroyed");
});

test("what was not read makes the fate unknown, never kept", () => {
  const objects = [doomed, ...pair("b", "Retain", "vol-2"), ...installed()] as const;
  for (const hidden of ["v1/persistentvolumeclaims", "v1/persistentvolumes"] as const) {
    assert.equal(diagnosisOf(objects, [hidden]).fate?.data, "unknown", hidden);
  }
});

test("its volumes can be kept with one remedy, but those that have Retain already are left out", () => {
  const diagnosis = diagnosisOf([
    doomed,
    ...pair("a", "Delete", "vol-1"),
    ...pair("b", "Retain", "vol-2"),
    ...installed(),
  ]);
  assert.ok(remediesOf(diagnosis).includes("retain-volumes safe"));
  const commands = textOf(diagnosis.remedies.find(({ name }) => name === "retain-volumes")?.commands);
  assert.match(commands, /patch pv pv-a/);
  assert.doesNotMatch(commands, /pv-b/);
  const kept = diagnosisOf([doomed, ...pair("b", "Retain", "vol-2")]);
  assert.ok(!remediesOf(kept).includes("retain-volumes safe"));
});
