/** Of what lives, `blockers` says what its deletion would meet, never that it happened. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { allOf } from "../../src/analysis/index.ts";
import { blockersOf } from "../../src/commands/blockers/list.ts";
import type { KubeObject } from "../../src/kubernetes/index.ts";
import { flatten } from "../../src/kubernetes/index.ts";
import { blockersRenderers, plainOptions } from "../../src/render/index.ts";
import {
  claim,
  claimRefTo,
  content,
  deleted,
  ebs,
  namespaceObject,
  ownedBy,
  pod,
  snapshot,
  volume,
} from "../support/objects.ts";
import { snapshotOf } from "../support/snapshot.ts";

interface Case {
  readonly name: string;
  readonly about: KubeObject;
  readonly beside: readonly KubeObject[];
  readonly lives: string;
  readonly isDeleted: string;
}

const finalizers = ["kubernetes.io/pv-protection", "kubernetes.io/pvc-protection"];
const data = claim({ phase: "Bound", volumeName: "pv-1", finalizers });
const going = claim({ phase: "Bound", volumeName: "pv-1", finalizers, deletionTimestamp: true });
const disk = volume({ name: "pv-1", phase: "Bound", claimRef: claimRefTo(data), finalizers, spec: ebs });
const managed = claim({ finalizers, labels: { "kustomize.toolkit.fluxcd.io/name": "apps" } });
const source = claim({ finalizers: ["provisioner.storage.kubernetes.io/cloning-protection"] });
const clone = claim({
  name: "copy",
  spec: { dataSource: { kind: "PersistentVolumeClaim", name: "data" } },
  annotations: { "volume.kubernetes.io/storage-provisioner": "ebs.csi.aws.com" },
});
const kept = content({
  finalizers: ["snapshot.storage.kubernetes.io/volumesnapshotcontent-bound-protection"],
});
const photographed = claim({ finalizers: ["snapshot.storage.kubernetes.io/pvc-as-source-protection"] });
const team = namespaceObject({ name: "shop" });
const front = claim({ finalizers: ["foregroundDeletion"] });

const cases: readonly Case[] = [
  {
    name: "a volume under a claim that lives",
    about: disk,
    beside: [data],
    lives: "pvc/data (shop) is bound to the volume and would keep it",
    isDeleted: "pvc/data (shop) is not being deleted and is still bound to the volume; nothing is lost yet",
  },
  {
    name: "a volume under a claim that is being deleted",
    about: disk,
    beside: [going],
    lives:
      "pvc/data (shop) is bound to the volume and would have to be deleted first; the disk vol-0abc would then LEAK, because the volume has no deletion finalizer",
    isDeleted:
      "pvc/data (shop) is bound to the volume and must be deleted first; the disk vol-0abc then LEAKS, because the volume has no deletion finalizer",
  },
  {
    name: "a claim that a tool manages",
    about: managed,
    beside: [pod({ claims: ["data"] })],
    lives: "pod/web-0 (shop) (Running) on node/node-a uses the claim, which Flux manages",
    isDeleted:
      "pod/web-0 (shop) (Running) on node/node-a uses the claim, which Flux manages and has most likely pruned; a deletion cannot be undone",
  },
  {
    name: "the source of a clone",
    about: source,
    beside: [clone],
    lives:
      "pvc/copy (shop) is a clone of the claim and is still Pending; the provisioner would start no new attempt",
    isDeleted:
      "pvc/copy (shop) is a clone of the claim and is still Pending; the provisioner starts no new attempt, because the source is being deleted",
  },
  {
    name: "a claim of which a snapshot is in the making",
    about: photographed,
    beside: [snapshot({ readyToUse: false, creationTimestamp: "2026-11-21T12:00:00Z" })],
    lives: "volumesnapshot/nightly (shop) of this claim is not ready",
    isDeleted:
      "volumesnapshot/nightly (shop) was requested after the deletion of the claim began, and is not ready",
  },
  {
    name: "the content of a snapshot that lives",
    about: kept,
    beside: [snapshot({ content: "snapcontent-1", readyToUse: true })],
    lives: "its volumesnapshot/nightly (shop) would keep the content",
    isDeleted:
      "the content is being deleted, but its volumesnapshot/nightly (shop) is not; nothing is lost yet",
  },
  {
    name: "a namespace with a pod",
    about: team,
    beside: [pod()],
    lives: "pod/web-0 (shop) is in the namespace, and would have to be deleted first",
    isDeleted: "pod/web-0 (shop) still exists, and is not marked for deletion yet",
  },
  {
    name: "an owner that would be deleted in the foreground",
    about: front,
    beside: [pod({ ownerReferences: [{ ...ownedBy(front), blockOwnerDeletion: true }] })],
    lives: "pod/web-0 (shop) depends on the object and would have to be deleted first",
    isDeleted: "pod/web-0 (shop) depends on the object, which is being deleted in the foreground",
  },
];

for (const { name, about, beside, lives, isDeleted } of cases) {
  test(name, () => {
    assert.deepEqual(said(about, beside), [lives]);
    const dying = { ...about, metadata: { ...about.metadata, deletionTimestamp: deleted } };
    assert.deepEqual(said(dying, beside), [isDeleted]);
  });
}

test("what holds something else that is really being deleted is told as it is", () => {
  const pruned = claim({
    phase: "Bound",
    volumeName: "pv-1",
    finalizers,
    deletionTimestamp: true,
    labels: { "kustomize.toolkit.fluxcd.io/name": "apps" },
  });
  const [, user] = said(disk, [pruned, pod({ claims: ["data"] })]);
  assert.match(user ?? "", /which Flux manages and has most likely pruned/);
});

function said(about: KubeObject, beside: readonly KubeObject[]): readonly string[] {
  const { subjects } = allOf(blockersOf([about])(snapshotOf([about, ...beside])));
  return subjects.flatMap(({ blockers }) => blockers.map(({ because }) => flatten(because, String)));
}

test("the json says whether the object is only taken as deleted", () => {
  const json = blockersRenderers.find(({ name }) => name === "json");
  assert.ok(json !== undefined);
  const taken = (about: KubeObject) =>
    JSON.parse(json.render(allOf(blockersOf([about])(snapshotOf([about]))), plainOptions)).subjects.map(
      (subject: { readonly taken: string }) => subject.taken,
    );
  assert.deepEqual(taken(data), ["as-deleted"]);
  assert.deepEqual(taken(going), ["as-it-is"]);
});
