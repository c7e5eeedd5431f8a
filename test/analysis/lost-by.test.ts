/** What acts lose that is not lost without them. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createAnalysis } from "../../src/analysis/index.ts";
import { createCluster } from "../../src/cluster/index.ts";
import { knowledge } from "../../src/knowledge.ts";
import type { KubeObject, Resource } from "../../src/kubernetes/index.ts";
import { seenRefOf } from "../../src/kubernetes/index.ts";
import type { Act } from "../../src/report/index.ts";
import {
  claim,
  claimRefTo,
  content,
  ebs,
  node,
  ownedBy,
  pod,
  snapshot,
  snapshotClass,
  storageClass,
  volume,
} from "../support/objects.ts";
import { snapshotOf } from "../support/snapshot.ts";

/** One line for each loss. */
function lostBy(
  acts: readonly Act[],
  object: KubeObject,
  objects: readonly KubeObject[],
  hidden: readonly Resource[] = [],
): readonly string[] {
  const analysis = createAnalysis(createCluster(snapshotOf(objects, hidden)), knowledge);
  return analysis
    .lostBy(acts, object)
    .map(({ data, volumeHandle, unseen }) => [data, volumeHandle ?? unseen].join(" "));
}

const deleting = (object: KubeObject): Act => ({ do: "delete", on: seenRefOf(object) });
const removing = (object: KubeObject, finalizer: string): Act => ({
  do: "drop-finalizer",
  on: seenRefOf(object),
  finalizer,
});

const going = claim({
  phase: "Bound",
  volumeName: "pv-data",
  deletionTimestamp: true,
  finalizers: ["kubernetes.io/pvc-protection"],
});
const provisioned = { "pv.kubernetes.io/provisioned-by": "ebs.csi.aws.com" };
const disk = volume({
  phase: "Bound",
  claimRef: claimRefTo(going),
  spec: ebs,
  annotations: provisioned,
  finalizers: ["kubernetes.io/pv-protection"],
});
const machine = node({ name: "node-a" });
const done = pod({ phase: "Succeeded", claims: ["data"], nodeName: "node-a" });
const runs = pod({ name: "other", phase: "Running", claims: ["data"], nodeName: "node-a" });

test("the last pod of a deleted claim, from the report on each object", () => {
  const objects = [going, disk, done, machine];
  for (const object of [going, disk, done])
    assert.deepEqual(lostBy([deleting(done)], object, objects), ["destroyed vol-0abc"], object.kind);
});

test("nothing where the disk is kept, and nothing where there is none", () => {
  const kept = volume({ policy: "Retain", phase: "Bound", claimRef: claimRefTo(going), spec: ebs });
  assert.deepEqual(lostBy([deleting(done)], going, [going, kept, done, machine]), []);
  assert.deepEqual(lostBy([deleting(done)], going, [going, done, machine]), []);
});

test("what is lost beside it anyway is not lost by it", () => {
  const taken = snapshot({ sourceClaim: "data", finalizers: ["example.com/keep"], deletionTimestamp: true });
  const objects = [going, disk, taken, machine];
  assert.deepEqual(lostBy([removing(taken, "example.com/keep")], taken, objects), []);
});

test("a snapshot for which the snapshot controller is about to protect its claim", () => {
  const ending = pod({ claims: ["data"], nodeName: "node-a", phase: "Running", deletionTimestamp: true });
  const owned = claim({
    phase: "Bound",
    volumeName: "pv-data",
    finalizers: ["kubernetes.io/pvc-protection"],
    ownerReferences: [ownedBy(ending)],
  });
  const taken = snapshot({ sourceClaim: "data", className: "ebs-snapshots" });
  const objects = [owned, disk, ending, taken, snapshotClass(), machine];
  assert.deepEqual(lostBy([deleting(taken)], taken, objects), ["destroyed vol-0abc"]);
  const classes = "snapshot.storage.k8s.io/v1/volumesnapshotclasses";
  assert.deepEqual(lostBy([deleting(taken)], taken, objects, [classes]), ["destroyed vol-0abc"]);
  const held = snapshot({ sourceClaim: "data", className: "missing" });
  assert.deepEqual(lostBy([deleting(held)], held, [owned, disk, ending, held, machine]), []);
});

test("the last pod beside one that a controller without a model is about to release", () => {
  const ended = pod({
    name: "ended",
    deletionGracePeriodSeconds: 0,
    phase: "Failed",
    claims: ["data"],
    nodeName: "node-a",
    deletionTimestamp: "2026-11-20T11:59:30Z",
    finalizers: ["batch.kubernetes.io/job-tracking"],
  });
  const objects = [going, disk, runs, ended, machine];
  assert.deepEqual(lostBy([deleting(runs)], going, objects), ["destroyed vol-0abc"]);
});

test("what would be lost only later, when something else ends as well", () => {
  const objects = [going, disk, done, runs, machine];
  assert.deepEqual(lostBy([deleting(done), deleting(runs)], going, objects), ["destroyed vol-0abc"]);
});

test("a disk that could not be read may be lost", () => {
  const objects = [going, disk, done, machine];
  assert.deepEqual(lostBy([deleting(done)], going, objects, ["v1/persistentvolumes"]), ["unknown rest"]);
});

test("where only the attachments were not read, no move tells that the disk is deleted", () => {
  const used = claim({ phase: "Bound", volumeName: "pv-data", finalizers: ["kubernetes.io/pvc-protection"] });
  assert.deepEqual(
    lostBy([deleting(used)], used, [used, disk, machine], ["storage.k8s.io/v1/volumeattachments"]),
    ["destroyed vol-0abc"],
  );
});

test("a claim that is bound first may go with a namespace that could not be read", () => {
  const waiting = claim({ phase: "Pending" });
  const claimRef = { namespace: "shop", name: waiting.metadata.name };
  const reserved = (policy: string) =>
    volume({ phase: "Available", policy, claimRef, spec: ebs, annotations: provisioned });
  const ended = pod({ phase: "Failed", claims: ["data"], deletionTimestamp: true, finalizers: ["x.io/y"] });
  const lost = (policy: string, hidden: readonly Resource[]) =>
    lostBy([removing(ended, "x.io/y")], ended, [ended, waiting, reserved(policy)], hidden);
  assert.deepEqual(lost("Delete", ["v1/namespaces"]), ["unknown vol-0abc"]);
  assert.deepEqual(lost("Retain", ["v1/namespaces"]), []);
  assert.deepEqual(lost("Delete", []), []);
});

test("the source of a Pending clone goes on when the clone is deleted", () => {
  const source = claim({
    phase: "Pending",
    deletionTimestamp: true,
    finalizers: ["provisioner.storage.kubernetes.io/cloning-protection"],
  });
  const reserved = volume({
    phase: "Available",
    claimRef: { namespace: "shop", name: "data" },
    spec: ebs,
    annotations: provisioned,
  });
  const clone = claim({
    name: "copy",
    phase: "Pending",
    spec: { dataSource: { kind: "PersistentVolumeClaim", name: "data" } },
  });
  assert.deepEqual(lostBy([deleting(clone)], clone, [source, reserved, clone]), ["destroyed vol-0abc"]);
  assert.deepEqual(lostBy([deleting(clone)], clone, [source, clone]), []);
});

test("the last pod of a claim that another finalizer holds: both must end before the disk is lost", () => {
  const shared = claim({
    phase: "Bound",
    volumeName: "pv-data",
    deletionTimestamp: true,
    finalizers: ["kubernetes.io/pvc-protection", "cns.vmware.com/pvc-protection"],
  });
  const local = volume({
    phase: "Bound",
    claimRef: claimRefTo(shared),
    spec: {
      local: { path: "/mnt/x0" },
      nodeAffinity: {
        required: {
          nodeSelectorTerms: [
            { matchExpressions: [{ key: "kubernetes.io/hostname", operator: "In", values: ["node-a"] }] },
          ],
        },
      },
    },
    annotations: { "pv.kubernetes.io/provisioned-by": "local-volume-provisioner-node-a-uid" },
  });
  const failed = pod({ phase: "Failed", claims: ["data"], nodeName: "node-a" });
  assert.deepEqual(lostBy([deleting(failed)], shared, [shared, local, failed, machine]), [
    "destroyed /mnt/x0",
  ]);
});

test("a Pending claim that only its snapshot keeps may go with a pod that could not be read", () => {
  const owner = pod({ phase: "Running" });
  const waiting = claim({
    phase: "Pending",
    spec: { storageClassName: "gp3" },
    ownerReferences: [ownedBy(owner)],
    finalizers: ["kubernetes.io/pvc-protection", "snapshot.storage.kubernetes.io/pvc-as-source-protection"],
  });
  const taken = snapshot({
    sourceClaim: "data",
    className: "missing",
    finalizers: ["snapshot.storage.kubernetes.io/volumesnapshot-bound-protection"],
  });
  const claimRef = { namespace: "shop", name: "data" };
  const csi = { driver: "other.example.com", volumeHandle: "vol-0abc" };
  const spec = { csi, storageClassName: "gp3" };
  const reserved = (policy: string) =>
    volume({ phase: "Available", policy, claimRef, spec, finalizers: ["kubernetes.io/pv-protection"] });
  const waits = storageClass({ volumeBindingMode: "WaitForFirstConsumer" });
  const lost = (policy: string, hidden: readonly Resource[]) =>
    lostBy([deleting(taken)], taken, [waiting, reserved(policy), waits, taken], hidden);
  assert.deepEqual(lost("Delete", ["v1/pods"]), ["unknown vol-0abc"]);
  assert.deepEqual(lost("Retain", ["v1/pods"]), []);
});

test("what comes of the end of a hold by a claim that could not be read is unknown", () => {
  const claimed = volume({
    phase: "Bound",
    claimRef: claimRefTo(going),
    spec: ebs,
    deletionTimestamp: true,
    finalizers: ["kubernetes.io/pv-protection"],
  });
  const lost = (hidden: readonly Resource[]) =>
    createAnalysis(createCluster(snapshotOf([going, claimed, machine], hidden)), knowledge)
      .lostOnceReleased(claimed)
      .map(({ data, unseen }) => `${data} ${unseen}`);
  assert.deepEqual(lost(["v1/persistentvolumeclaims"]), ["unknown rest"]);
  assert.deepEqual(lost([]), ["leaked undefined"]);
});

test("a claim beside the hold that ends may go because of an owner that could not be read", () => {
  const owner = { apiVersion: "apps/v1", kind: "StatefulSet", name: "old", uid: "old-uid" };
  const owned = claim({ name: "data-0", phase: "Bound", volumeName: "pv-data", ownerReferences: [owner] });
  const kept = (policy: string) =>
    volume({ phase: "Bound", policy, claimRef: claimRefTo(owned), spec: ebs, deletionTimestamp: true });
  const taken = snapshot({ sourceClaim: "data-0", readyToUse: false, className: "ebs-snapshots" });
  const dataSource = { apiGroup: "snapshot.storage.k8s.io", kind: "VolumeSnapshot", name: "nightly" };
  const copy = claim({ name: "copy", phase: "Pending", spec: { storageClassName: "gp3", dataSource } });
  const lost = (policy: string) => {
    const objects = [owned, kept(policy), taken, copy, snapshotClass(), storageClass()];
    const analysis = createAnalysis(createCluster(snapshotOf(objects, ["apps/v1/statefulsets"])), knowledge);
    return analysis.lostOnceReleased(copy).map(({ data, unseen }) => `${data} ${unseen}`);
  };
  assert.deepEqual(lost("Delete"), ["unknown rest"]);
  assert.deepEqual(lost("Retain"), []);
});

test("an attachment of a volume that waits for the pod may be there, if attachments could not be read", () => {
  const gone = claim({ phase: "Bound", volumeName: "pv-data" });
  const share = { nfs: { server: "10.0.0.9", path: "/x" } };
  const waiting = (policy: string) =>
    volume({ policy, phase: "Bound", claimRef: claimRefTo(gone), deletionTimestamp: true, spec: share });
  const held = pod({
    phase: "Succeeded",
    claims: ["data"],
    finalizers: ["batch.kubernetes.io/job-tracking"],
  });
  const hidden = ["storage.k8s.io/v1/volumeattachments"] as const;
  const lost = (policy: string, unread: readonly Resource[]) =>
    lostBy([deleting(held)], held, [held, waiting(policy)], unread);
  assert.deepEqual(lost("Delete", []), []);
  assert.deepEqual(lost("Delete", hidden), ["unknown rest"]);
});

test("a volume that could not be read may be bound to a claim that the run reaches only after the acts", () => {
  const owned = claim({ phase: "Pending", ownerReferences: [ownedBy(pod({ name: "other" }))] });
  const deleted = { deletionTimestamp: true, finalizers: ["example.com/keep"] } as const;
  const taken = snapshot({ sourceClaim: "data", readyToUse: false, ...deleted });
  const named: Act = {
    do: "edit",
    on: seenRefOf(taken),
    edits: [{ op: "add", path: "/spec/volumeSnapshotClassName", value: "ebs-snapshots" }],
  };
  assert.deepEqual(lostBy([named], taken, [owned, taken]), []);
  assert.deepEqual(lostBy([named], taken, [owned, taken], ["v1/persistentvolumes"]), ["unknown rest"]);
});

test("whether a snapshot that waits beside it is deleted, once it is released, may depend on what was not read", () => {
  const kept = ["snapshot.storage.kubernetes.io/volumesnapshotcontent-bound-protection"];
  const going = (policy: "Delete" | "Retain") =>
    content({
      name: "snapcontent-nightly",
      deletionTimestamp: true,
      finalizers: kept,
      annotations: { "snapshot.storage.kubernetes.io/volumesnapshot-being-deleted": "yes" },
      policy,
    });
  const taken = snapshot({ content: "snapcontent-nightly", readyToUse: false, className: "ebs-snapshots" });
  const dataSource = { apiGroup: "snapshot.storage.k8s.io", kind: "VolumeSnapshot", name: "nightly" };
  const copy = claim({ name: "copy", phase: "Pending", spec: { storageClassName: "gp3", dataSource } });
  const lost = (policy: "Delete" | "Retain") => {
    const objects = [going(policy), taken, copy];
    const cluster = createCluster(snapshotOf(objects, ["storage.k8s.io/v1/csinodes"]));
    return createAnalysis(cluster, knowledge)
      .lostOnceReleased(copy)
      .map(({ data, unseen }) => `${data} ${unseen}`);
  };
  assert.deepEqual(lost("Delete"), ["unknown rest"]);
  assert.deepEqual(lost("Retain"), []);
});
