import assert from "node:assert/strict";
import { test } from "node:test";
import { finalizerNames } from "../../src/controllers/index.ts";
import type { KubeObject, Resource } from "../../src/kubernetes/index.ts";
import { diagnosisOf } from "../support/diagnose.ts";
import { content, namespaceObject, snapshot } from "../support/objects.ts";

const deletionTimestamp = "2026-11-20T11:59:00Z";
const facts = {
  name: "nightly",
  uid: "s",
  content: "disk",
  readyToUse: true,
  className: "ebs-snapshots",
} as const;
const { snapshotBound, contentBound } = finalizerNames;
const live = snapshot({ ...facts, finalizers: [snapshotBound] });
const dying = snapshot({ ...facts, finalizers: [snapshotBound], deletionTimestamp });
const going = namespaceObject({ deletionTimestamp });

function contentWith(policy: "Delete" | "Retain") {
  return content({
    name: "disk",
    policy,
    snapshotRef: { namespace: "shop", name: "nightly", uid: "s" },
    finalizers: [contentBound],
  });
}

function said(objects: readonly [KubeObject, ...KubeObject[]], hidden: readonly Resource[] = []) {
  const { verdict, fate, remedies } = diagnosisOf(objects, hidden);
  return [verdict.category, verdict.reason, fate?.data, ...remedies.map(({ name }) => name)].join(" ");
}

test("a content whose snapshot is being deleted is as that is", () => {
  assert.match(said([contentWith("Delete"), dying]), /^\w+ ControllerNotActing destroyed retain-snapshot/);
  assert.match(said([contentWith("Retain"), dying]), /^\w+ ControllerNotActing kept/);
});

test("a snapshot and its content go with the namespace", () => {
  const disk = contentWith("Delete");
  assert.equal(said([disk, live, going]), "waiting SnapshotOfContentGoes destroyed retain-snapshot");
  assert.equal(said([live, disk, going]), "waiting NamespaceDeletesSnapshot destroyed retain-snapshot");
  assert.equal(said([live, contentWith("Retain"), going]), "waiting NamespaceDeletesSnapshot kept");
});

test("nothing is said where the snapshot stays, is gone, or is another's", () => {
  const disk = contentWith("Delete");
  const former = snapshot({ ...facts, uid: "former", deletionTimestamp });
  assert.equal(said([disk, live, namespaceObject()]), "healthy NotReady kept");
  assert.equal(said([live, disk, namespaceObject()]), "healthy Ready kept");
  for (const others of [[], [former]])
    assert.match(said([disk, ...others]), /^healthy ContentWithoutSnapshot/);
});

test("what cannot be read is not taken for well, and proposes nothing", () => {
  const disk = contentWith("Delete");
  const snapshots = "snapshot.storage.k8s.io/v1/volumesnapshots";
  assert.equal(said([disk, live], [snapshots]), "unknown CouldNotRead unknown");
  assert.equal(said([disk, live], ["v1/namespaces"]), "unknown CouldNotRead unknown");
  assert.equal(said([live, disk], ["v1/namespaces"]), "unknown NamespaceOfSnapshotNotRead unknown");
});
