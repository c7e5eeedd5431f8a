import assert from "node:assert/strict";
import { test } from "node:test";
import { finalizerNames } from "../../src/controllers/index.ts";
import type { KubeObject, Resource } from "../../src/kubernetes/index.ts";
import { diagnosisOf, textOf } from "../support/diagnose.ts";
import {
  claim,
  claimRefTo,
  ebs,
  namespaceObject,
  node,
  ownedBy,
  pod,
  statefulSet,
  volume,
} from "../support/objects.ts";

const deletionTimestamp = "2026-11-20T11:59:00Z";
const facts = {
  phase: "Bound",
  volumeName: "pv-data",
  finalizers: [finalizerNames.pvcProtection],
  annotations: { "pv.kubernetes.io/bind-completed": "yes" },
} as const;
const data = claim(facts);
const dying = claim({ ...facts, deletionTimestamp });
const set = statefulSet({ name: "web" });

function volumeOf(of = data, policy: "Delete" | "Retain" = "Delete") {
  return volume({
    phase: "Bound",
    policy,
    spec: ebs,
    claimRef: claimRefTo(of),
    finalizers: [finalizerNames.pvProtection, finalizerNames.externalProvisioner],
    annotations: { "pv.kubernetes.io/provisioned-by": "ebs.csi.aws.com" },
  });
}

function said(objects: readonly KubeObject[], hidden: readonly Resource[] = [], disk = volumeOf()) {
  const { verdict, fate, remedies } = diagnosisOf([disk, node(), ...objects], hidden);
  const steps = remedies.map(({ name, primary }) => (primary ? name : `(${name})`));
  return [verdict.category, verdict.reason, fate?.data, ...steps].join(" ");
}

test("a volume is as its claim that is being deleted: what holds that is told, and the data has its fate", () => {
  const pods = [pod({ claims: ["data"] })];
  assert.equal(said([dying, ...pods]), "blocked PodUsesClaim destroyed set-retain (delete-pod)");
  assert.equal(said([dying, ...pods], [], volumeOf(data, "Retain")), "blocked PodUsesClaim kept delete-pod");
  assert.equal(said([dying], ["v1/pods"]), "unknown CouldNotRead destroyed (set-retain)");
  assert.equal(said([dying], ["v1/persistentvolumeclaims"]), "unknown CouldNotRead unknown");
});

test("the claim is named where only another of a longer name is", () => {
  const clone = claim({
    name: "data-copy",
    phase: "Pending",
    spec: { dataSource: { kind: "PersistentVolumeClaim", name: "data" } },
  });
  const cloned = claim({ ...facts, finalizers: [finalizerNames.cloningProtection], deletionTimestamp });
  const { verdict } = diagnosisOf([volumeOf(), node(), cloned, clone]);
  assert.match(textOf(verdict.summary), /^pvc \/ data .*: .*data-copy .*is a clone of the claim/);
});

test("a volume goes with a claim that is not marked yet", () => {
  const doomed = "ClaimOfVolumeGoes destroyed (set-retain)";
  assert.equal(said([data, namespaceObject({ deletionTimestamp })]), `waiting ${doomed}`);
  const owned = claim({ ...facts, ownerReferences: [ownedBy(set)] });
  assert.equal(said([owned]), "blocked OwnerGone destroyed (set-retain) remove-owner-references");
  const leaving = statefulSet({
    name: "web",
    deletionTimestamp,
    finalizers: [finalizerNames.foregroundDeletion],
  });
  assert.match(said([owned, leaving]), /^waiting OwnerBeingDeleted destroyed/);
  const scratch = pod({ name: "worker", claims: ["data"], deletionTimestamp });
  const ofPod = claim({ ...facts, ownerReferences: [ownedBy(scratch)] });
  assert.match(said([ofPod, scratch]), /^waiting \w+ destroyed/);
});

test("a claim that stays says nothing of its volume", () => {
  const owned = claim({ ...facts, ownerReferences: [ownedBy(set)] });
  for (const objects of [[data], [data, namespaceObject()], [owned, set], [data, pod({ claims: ["data"] })]])
    assert.equal(said(objects), "healthy Bound kept");
});

test("where it cannot be seen whether the claim stays, that is not taken for granted", () => {
  const owned = claim({ ...facts, ownerReferences: [ownedBy(set)] });
  for (const objects of [[data], [data, pod({ claims: ["data"] })]])
    assert.equal(said(objects, ["v1/namespaces"]), "unknown CouldNotRead unknown");
  assert.equal(said([owned, set], ["apps/v1/statefulsets"]), "unknown CouldNotRead unknown");
  // A pod that was not read may hold the claim, and be held itself.
  const ending = namespaceObject({ deletionTimestamp });
  assert.match(said([data, ending], ["v1/pods"]), /^unknown CouldNotRead/);
});

test("another volume's claim is none of its concern", () => {
  const elsewhere = claim({ ...facts, volumeName: "pv-other", deletionTimestamp });
  const other = claim({ ...facts, uid: "another", deletionTimestamp });
  for (const each of [elsewhere, other])
    assert.doesNotMatch(said([each]), /ClaimOfVolume(Deleted|Goes)|PodUses/);
});
