/** What one half of a report says of a disk, the other halves say too. Each was found by the properties over generated clusters. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { finalizerNames } from "../../src/controllers/index.ts";
import type { Phrase, Resource } from "../../src/kubernetes/index.ts";
import { flatten } from "../../src/kubernetes/index.ts";
import { diagnosisOf } from "../support/diagnose.ts";
import {
  attachment,
  claim,
  claimRefTo,
  content,
  deleted,
  ebs,
  namespaceObject,
  node,
  ownedBy,
  pod,
  snapshot,
  volume,
} from "../support/objects.ts";

const { externalProvisioner, contentBound, snapshotBound } = finalizerNames;
const textOf = (phrase: Phrase = []) => flatten(phrase, String);

const owner = claim({ name: "data", phase: "Bound", volumeName: "pv" });
const facts = {
  name: "pv",
  phase: "Bound",
  policy: "Delete",
  spec: ebs,
  claimRef: claimRefTo(owner),
} as const;
const held = { ...facts, deletionTimestamp: deleted, finalizers: [externalProvisioner] };

test("a deleted volume ends with its claim, and its disk with it: it does not disappear with a finalizer", () => {
  const { fate } = diagnosisOf([volume(held), owner]);
  assert.equal(fate?.data, "destroyed");
  assert.match(textOf(fate.because), /^when pvc\/data \(shop\) is deleted, external-provisioner deletes/);
  const live = volume({ ...facts, finalizers: [externalProvisioner] });
  assert.equal(diagnosisOf([live, owner]).ifDeleted?.fate?.data, "destroyed");
});

test("a deleted volume ends the disk of another volume too", () => {
  const left = volume({
    name: "twin",
    phase: "Failed",
    policy: "Delete",
    spec: ebs,
    claimRef: { namespace: "shop", name: "former", uid: "former" },
  });
  const { fate, remedies } = diagnosisOf([left, volume(held), owner]);
  assert.equal(fate?.data, "destroyed");
  assert.equal(remedies.find(({ name }) => name === "delete-volume")?.safety, "loses-data");
});

test("an old event does not make a disk gone once a finalizer is added", () => {
  const event = {
    apiVersion: "v1",
    kind: "Event",
    metadata: { name: "e", namespace: "default", uid: "e" },
    involvedObject: { kind: "PersistentVolume", name: "pv", uid: "pv-uid" },
    reason: "VolumeFailedDelete",
    message: 'persistentvolumes "pv" is forbidden: User "x" cannot patch resource',
    lastTimestamp: deleted,
  } as const;
  const going = { ...owner, metadata: { ...owner.metadata, deletionTimestamp: deleted } };
  const { fate, next } = diagnosisOf([going, volume(facts), event]);
  assert.equal(fate?.data, "destroyed");
  assert.ok(next.some((step) => step.fate === "destroyed"));
});

test("a disk is deleted once, though the PV controller asks its plugin again", () => {
  const kept = volume({
    ...facts,
    phase: "Released",
    spec: { hostPath: { path: "/tmp/x" } },
    finalizers: ["example.com/keep"],
  });
  const { next } = diagnosisOf([kept]);
  assert.equal(next.filter((step) => step.fate === "destroyed").length, 1);
});

test("what a driver said when it detached counts for the deletion of the claim", () => {
  const message = "rpc error: code = NotFound desc = volume vol-0abc does not exist";
  const failed = attachment({ volume: "pv", status: { detachError: { message } } });
  const { fate, ifDeleted } = diagnosisOf([owner, volume(facts), failed]);
  assert.equal(fate?.data, "kept");
  assert.equal(ifDeleted?.fate?.data, "unknown");
});

test("a content waits for a snapshot without a class until the snapshot-controller starts again", () => {
  const left = snapshot({ content: "c", deletionTimestamp: deleted, finalizers: [snapshotBound] });
  const { metadata } = left;
  const waiting = content({
    name: "c",
    deletionTimestamp: deleted,
    finalizers: [contentBound],
    snapshotRef: { namespace: "shop", name: metadata.name, uid: metadata.uid ?? "" },
  });
  const steps = diagnosisOf([waiting, left]).next.filter(({ object }) => object.kind === waiting.kind);
  assert.ok(steps.length > 0);
  for (const { when } of steps) assert.match(textOf(when), /^when the snapshot-controller starts again/);
});

test("what is gone is not to be kept, with its namespace neither", () => {
  const message = "rpc error: code = NotFound desc = volume vol-0abc does not exist";
  const failed = volume({
    ...facts,
    name: "twin",
    phase: "Failed",
    claimRef: { ...facts.claimRef, uid: "former" },
  });
  const event = {
    apiVersion: "v1",
    kind: "Event",
    metadata: { name: "e", namespace: "default", uid: "e" },
    involvedObject: { kind: "PersistentVolume", name: "twin", uid: "twin-uid" },
    reason: "VolumeFailedDelete",
    message,
    lastTimestamp: deleted,
  } as const;
  const shop = namespaceObject({ deletionTimestamp: deleted });
  const { remedies } = diagnosisOf([shop, owner, volume(facts), failed, event]);
  assert.ok(!remedies.some(({ name }) => name === "retain-volumes"));
});

test("a disk that the driver does not find to detach is told alike before the deletion and after it", () => {
  const shop = namespaceObject({ deletionTimestamp: deleted });
  const kept = volume({ ...facts, policy: "Retain" });
  const twin = volume({ name: "twin", spec: ebs, claimRef: { namespace: "shop", name: "next" } });
  const next = claim({ name: "next" });
  const message = "rpc error: code = NotFound desc = volume vol-0abc does not exist";
  const detaching = attachment({
    volume: "pv",
    deletionTimestamp: deleted,
    status: { detachError: { message } },
  });
  const around = [shop, owner, twin, next, detaching] as const;
  const before = diagnosisOf([kept, ...around]);
  const after = diagnosisOf([volume({ ...facts, policy: "Retain", deletionTimestamp: deleted }), ...around]);
  const fates = [before.fate, before.ifDeleted?.fate, after.fate].map((fate) => fate?.data);
  assert.deepEqual(fates, ["unknown", "unknown", "unknown"]);
});

test("each disk that a step loses can be kept before it, also that of another claim of the pod", () => {
  const going = { deletionTimestamp: deleted, finalizers: [finalizerNames.pvcProtection] };
  const claims = ["a", "b"].map((name) =>
    claim({ name, phase: "Bound", volumeName: `pv-${name}`, ...going }),
  );
  const [first, ...others] = claims.map((each) => {
    const { name } = each.metadata;
    const spec = { csi: { driver: ebs.csi.driver, volumeHandle: `vol-0${name}` } };
    return volume({ name: `pv-${name}`, phase: "Bound", spec, claimRef: claimRefTo(each) });
  });
  const user = pod({ claims: ["a", "b"], phase: "Succeeded" });
  assert.ok(claims[0] !== undefined && claims[1] !== undefined && first !== undefined);
  const { remedies } = diagnosisOf([claims[0], claims[1], first, ...others, user]);
  const deletes = remedies.findIndex(({ safety }) => safety === "loses-data");
  const before = remedies.slice(0, deletes).map(({ title }) => textOf(title));
  for (const name of ["pv-a", "pv-b"])
    assert.ok(
      before.some((title) => title.includes(`pv/${name} to Retain`)),
      JSON.stringify(before),
    );
});

test("a claim that a pod owns is lost with it, also where the pod does not name it", () => {
  const driver = pod({ claims: ["data"], phase: "Succeeded" });
  const going = { deletionTimestamp: deleted, finalizers: [finalizerNames.pvcProtection] };
  const owned = claim({
    name: "work",
    phase: "Bound",
    volumeName: "pv",
    ownerReferences: [ownedBy(driver)],
  });
  const bound = volume({ ...facts, claimRef: claimRefTo(owned) });
  const held = claim({ name: "data", ...going });
  const labelOf = (hidden: readonly Resource[] = []) =>
    diagnosisOf([held, driver, node(), owned, bound], hidden).remedies.map(
      ({ name, safety }) => `${safety} ${name}`,
    );
  assert.deepEqual(labelOf(), ["safe set-retain", "loses-data delete-pod"]);
  assert.ok(labelOf(["v1/persistentvolumeclaims"]).includes("loses-data delete-pod"));
  const { ifDeleted } = diagnosisOf([driver, node(), held, owned, bound]);
  assert.equal(ifDeleted?.fate?.data, "destroyed");
});

test("a disk is deleted once in the future of an attachment that its volume outlasts", () => {
  const failed = volume({
    name: "pv",
    phase: "Failed",
    spec: { hostPath: { path: "/tmp/x" } },
    claimRef: { namespace: "shop", name: "data", uid: "former" },
    finalizers: ["external-attacher/ebs-csi-aws-com"],
  });
  const left = attachment({ volume: "pv", attached: false, nodeName: "node-a" });
  const user = pod({ claims: ["data"], phase: "Running" });
  const { next } = diagnosisOf([left, failed, user, node()]);
  assert.equal(next.filter(({ fate }) => fate === "destroyed").length, 1);
});

test("what is behind a pod whose claims were not read is unknown", () => {
  const stopping = pod({ claims: ["data"], deletionTimestamp: deleted });
  const { fate } = diagnosisOf([stopping, owner, volume(facts)], ["v1/persistentvolumeclaims"]);
  assert.equal(fate?.data, "unknown");
});

test("a disk that is lost later without a step is lost earlier by it, with attachments unread too", () => {
  const owned = {
    ...owner,
    metadata: {
      ...owner.metadata,
      ownerReferences: [{ apiVersion: "apps/v1", kind: "StatefulSet", name: "db", uid: "db-uid" }],
    },
  };
  const source = snapshot({ name: "snap" });
  const pending = claim({ name: "copy", phase: "Pending" });
  const dataSource = { apiGroup: "snapshot.storage.k8s.io", kind: "VolumeSnapshot", name: "snap" };
  const copy = { ...pending, spec: { ...pending.spec, dataSource } };
  const objects = [copy, owned, volume(facts), source] as const;
  for (const unread of [[], ["storage.k8s.io/v1/volumeattachments"]] as const) {
    const { remedies } = diagnosisOf(objects, unread);
    assert.equal(remedies.find(({ name }) => name === "restart-sidecar")?.safety, "loses-data");
  }
});

const attacher = "external-attacher/ebs-csi-aws-com";

test("an attachment that no controller deletes stays in the future of its volume too", () => {
  const erased = volume({
    ...facts,
    deletionTimestamp: deleted,
    finalizers: [attacher],
    spec: { hostPath: { path: "/tmp/x" } },
  });
  const left = attachment({ volume: "pv", attached: false });
  const told = diagnosisOf([left, erased, owner, node()]);
  const own = diagnosisOf([erased, left, owner, node()]);
  for (const { fate, next } of [told, own]) {
    assert.equal(fate?.data, "destroyed");
    assert.match(textOf(next.find((step) => step.fate === "destroyed")?.when), /^when pvc\/data/);
  }
});

test("a warning of another volume does not hide that a deleted volume waits for its claim", () => {
  const mine = volume({ ...facts, deletionTimestamp: deleted, finalizers: [attacher] });
  const twin = volume({
    ...facts,
    name: "twin",
    deletionTimestamp: deleted,
    finalizers: ["example.com/keep"],
    claimRef: { namespace: "shop", name: "former", uid: "former" },
  });
  const kept = { volume: "pv", attached: false, nodeName: "gone", finalizers: ["example.com/keep"] };
  const { roots, fate, next } = diagnosisOf([mine, twin, owner, attachment(kept)]);
  assert.deepEqual(roots.map(({ reason }) => reason).sort(), [
    "ClaimBeforeAttachments",
    "DiskGoesWithAnother",
    "VolumeBeingDeleted",
  ]);
  assert.equal(fate?.data, "leaked");
  assert.ok(next.every(({ when }) => !textOf(when).includes("pv/twin")));
  const before = diagnosisOf([attachment(kept), mine, twin, owner]);
  const after = diagnosisOf([attachment({ ...kept, deletionTimestamp: deleted }), mine, twin, owner]);
  assert.deepEqual([before.ifDeleted?.fate?.data, after.fate?.data], ["leaked", "leaked"]);
});

test("a warning beside what can end does not cut the future short", () => {
  const going = claim({
    name: "data",
    phase: "Bound",
    volumeName: "pv",
    deletionTimestamp: deleted,
    finalizers: [finalizerNames.pvcAsSource],
  });
  const theirs = claim({ name: "theirs", phase: "Bound", volumeName: "twin", deletionTimestamp: deleted });
  const twin = { ...facts, name: "twin", deletionTimestamp: deleted, claimRef: claimRefTo(theirs) };
  const { roots, fate } = diagnosisOf([volume(facts), going, volume(twin), theirs]);
  assert.ok(roots.some(({ reason }) => reason === "DiskGoesWithAnother"));
  assert.equal(fate?.data, "destroyed");
  assert.match(textOf(fate.because), /^when snapshot-controller acts, external-provisioner deletes/);
});
