/**
 * kubernetes/kubernetes pkg/controller/volume/persistentvolume/binder_test.go TestSync, sets 1 and 2, 1.36: what
 * becomes of a claim that was never bound.
 */
import assert from "node:assert/strict";
import test from "node:test";
import { annotationNames, boundByControllerAfterBind, syncClaim } from "../../../src/controllers/index.ts";
import type { PersistentVolume, PersistentVolumeClaim, StorageClass } from "../../../src/model/index.ts";
import {
  type ClaimFacts,
  claim,
  pod,
  storageClass,
  type VolumeFacts,
  volume,
} from "../../support/objects.ts";

const uid = "claim-uid";
const wanted = (facts: ClaimFacts = {}) => claim({ name: "claim", uid, ...facts });
const offered = (name: string, facts: VolumeFacts = {}) => volume({ name, policy: "Retain", ...facts });
const byName = { namespace: "shop", name: "claim" };
const byUid = { ...byName, uid };
const ofOther = { namespace: "shop", name: "claim", uid: "other-uid" };
const yes = { [annotationNames.boundByController]: "yes" };
const delayed = storageClass({ name: "wait", volumeBindingMode: "WaitForFirstConsumer" });

interface Row {
  readonly id: string;
  readonly claim?: PersistentVolumeClaim;
  readonly volumes?: readonly PersistentVolume[];
  readonly storageClass?: StorageClass;
  /** The volume it is bound to and the sides that get bound-by-controller, or the reason it stays Pending. */
  readonly expected:
    | { readonly binds: string; readonly marks: "both" | "claim" | "volume" | "none" }
    | { readonly pending: string }
    | "error";
}

const rows: readonly Row[] = [
  { id: "1-1", volumes: [offered("v1")], expected: { binds: "v1", marks: "both" } },
  {
    id: "1-2",
    claim: wanted({ request: "10Gi" }),
    volumes: [offered("v1")],
    expected: { pending: "NoVolumeAndNoClass" },
  },
  {
    id: "1-3",
    claim: wanted({ phase: "Bound", request: "10Gi" }),
    volumes: [offered("v1")],
    expected: { pending: "NoVolumeAndNoClass" },
  },
  {
    id: "1-4",
    volumes: [offered("large", { capacity: "10Gi" }), offered("small")],
    expected: { binds: "small", marks: "both" },
  },
  {
    id: "1-5",
    volumes: [offered("reserved", { capacity: "10Gi", claimRef: byName }), offered("free")],
    expected: { binds: "reserved", marks: "claim" },
  },
  {
    id: "1-6",
    volumes: [offered("reserved", { capacity: "10Gi", claimRef: byUid }), offered("free")],
    expected: { binds: "reserved", marks: "claim" },
  },
  {
    id: "1-7",
    volumes: [offered("taken", { claimRef: ofOther })],
    expected: { pending: "NoVolumeAndNoClass" },
  },
  {
    id: "1-8 volume bound, its status not saved",
    volumes: [offered("v1", { claimRef: byUid, annotations: yes })],
    expected: { binds: "v1", marks: "both" },
  },
  {
    id: "1-9 volume and its status saved",
    volumes: [offered("v1", { claimRef: byUid, phase: "Bound", annotations: yes })],
    expected: { binds: "v1", marks: "both" },
  },
  {
    id: "1-10 claim saved, its status not",
    claim: wanted({
      volumeName: "v1",
      annotations: yes,
    }),
    volumes: [offered("v1", { claimRef: byUid, phase: "Bound", annotations: yes })],
    expected: { binds: "v1", marks: "both" },
  },
  {
    id: "1-12",
    claim: wanted({ spec: { selector: { matchLabels: { disk: "fast" } } } }),
    volumes: [offered("v1", { labels: { disk: "slow" } })],
    expected: { pending: "NoVolumeAndNoClass" },
  },
  {
    id: "1-13",
    claim: wanted({ storageClassName: "wait" }),
    volumes: [offered("v1", { storageClassName: "wait" })],
    storageClass: delayed,
    expected: { pending: "WaitForFirstConsumer" },
  },
  {
    id: "1-14",
    claim: wanted({ storageClassName: "wait" }),
    volumes: [offered("v1", { storageClassName: "wait", claimRef: byName })],
    storageClass: delayed,
    expected: { binds: "v1", marks: "claim" },
  },
  {
    id: "1-15",
    claim: wanted({ volumeName: "large" }),
    volumes: [offered("large", { capacity: "10Gi" }), offered("small")],
    expected: { binds: "large", marks: "volume" },
  },
  {
    id: "1-16",
    claim: wanted({ volumeName: "v1", accessModes: ["ReadWriteMany"] }),
    volumes: [offered("v1")],
    expected: { pending: "VolumeMismatch" },
  },
  {
    id: "1-17",
    volumes: (["Pending", "Failed", "Released", ""] as const).map((phase) =>
      offered(`v-${phase}`, { phase }),
    ),
    expected: { pending: "NoVolumeAndNoClass" },
  },
  { id: "2-1", claim: wanted({ volumeName: "v1" }), expected: { pending: "VolumeNotFound" } },
  {
    id: "2-2",
    claim: wanted({ volumeName: "v1", annotations: yes }),
    expected: { pending: "VolumeNotFound" },
  },
  {
    id: "2-3",
    claim: wanted({ volumeName: "v1" }),
    volumes: [offered("v1")],
    expected: { binds: "v1", marks: "volume" },
  },
  {
    id: "2-4",
    claim: wanted({ volumeName: "v1" }),
    volumes: [offered("v1", { claimRef: byName })],
    expected: { binds: "v1", marks: "none" },
  },
  {
    id: "2-5",
    claim: wanted({ volumeName: "v1" }),
    volumes: [offered("v1", { claimRef: byUid })],
    expected: { binds: "v1", marks: "none" },
  },
  {
    id: "2-6",
    claim: wanted({ volumeName: "v1" }),
    volumes: [offered("v1", { claimRef: ofOther })],
    expected: { pending: "VolumeClaimedByOther" },
  },
  {
    id: "2-7",
    claim: wanted({ volumeName: "v1", annotations: yes }),
    volumes: [offered("v1", { claimRef: ofOther })],
    expected: "error",
  },
  {
    id: "2-8",
    claim: wanted({ volumeName: "v1", spec: { selector: { matchLabels: { disk: "fast" } } } }),
    volumes: [offered("v1")],
    expected: { binds: "v1", marks: "volume" },
  },
  {
    id: "2-9",
    claim: wanted({ volumeName: "v1", request: "2Gi" }),
    volumes: [offered("v1")],
    expected: { pending: "VolumeMismatch" },
  },
  {
    id: "2-10",
    claim: wanted({ volumeName: "v1", storageClassName: "gold" }),
    volumes: [offered("v1")],
    expected: { pending: "VolumeMismatch" },
  },
  {
    id: "2-11",
    claim: wanted({ volumeName: "v1", spec: { volumeAttributesClassName: "silver" } }),
    volumes: [offered("v1")],
    expected: { pending: "VolumeMismatch" },
  },
];

const ownRows: readonly Row[] = [
  {
    id: "a Terminating volume is not chosen",
    volumes: [offered("v1", { deletionTimestamp: true })],
    expected: { pending: "NoVolumeAndNoClass" },
  },
  {
    id: "a Terminating volume that the claim names, free",
    claim: wanted({ volumeName: "v1" }),
    volumes: [offered("v1", { deletionTimestamp: true })],
    expected: { pending: "VolumeMismatch" },
  },
  {
    id: "a Terminating volume that the claim names, reserved for it: bound without a check",
    claim: wanted({ volumeName: "v1", request: "99Gi" }),
    volumes: [offered("v1", { deletionTimestamp: true, claimRef: byName })],
    expected: { binds: "v1", marks: "none" },
  },
  {
    id: "WaitForFirstConsumer, with a node",
    claim: wanted({ storageClassName: "wait", annotations: { [annotationNames.selectedNode]: "node-a" } }),
    storageClass: delayed,
    expected: { pending: "ExternalProvisioning" },
  },
  {
    id: "11-14 the class does not exist",
    claim: wanted({ storageClassName: "gone" }),
    expected: { pending: "ProvisioningFailed" },
  },
  {
    id: "11-15 the class is empty",
    claim: wanted({ storageClassName: "" }),
    expected: { pending: "NoVolumeAndNoClass" },
  },
  { id: "11-16 the class is nil", expected: { pending: "NoVolumeAndNoClass" } },
  {
    id: "11-17 an external provisioner",
    claim: wanted({ storageClassName: "gp3" }),
    storageClass: storageClass(),
    expected: { pending: "ExternalProvisioning" },
  },
  {
    id: "kubernetes.io/no-provisioner, Immediate",
    claim: wanted({ storageClassName: "local" }),
    storageClass: storageClass({ name: "local", provisioner: "kubernetes.io/no-provisioner" }),
    expected: { pending: "ProvisioningFailed" },
  },
];

function outcome(row: Row): Row["expected"] {
  const subject = row.claim ?? wanted();
  const volumes = row.volumes ?? [];
  const named = volumes.find(({ metadata }) => metadata.name === subject.spec?.volumeName);
  const world = { named, volumes, storageClass: row.storageClass, defaultClass: undefined, pods: [] };
  const sync = syncClaim(subject, world);
  if (sync.result === "bind") {
    const marks = boundByControllerAfterBind(sync.volume, subject);
    const sides = marks.claim ? (marks.volume ? "both" : "claim") : marks.volume ? "volume" : "none";
    return { binds: sync.volume.metadata.name, marks: sides };
  }
  assert.ok(sync.result === "Pending" || sync.result === "error", sync.result);
  return sync.result === "error" ? "error" : { pending: sync.because.reason };
}

test("syncUnboundClaim: TestSync 1 and 2, TestProvisionSync", async (t) => {
  for (const row of [...rows, ...ownRows]) {
    await t.test(row.id, () => assert.deepEqual(outcome(row), row.expected));
  }
});

test("WaitForPodScheduled names the pods that are neither scheduled nor terminated", () => {
  const waiting = pod({ name: "waiting", nodeName: "", phase: "Pending" });
  const pods = [waiting, pod({ name: "running" }), pod({ name: "done", nodeName: "", phase: "Failed" })];
  const world = { named: undefined, volumes: [], storageClass: delayed, defaultClass: undefined, pods };
  assert.deepEqual(syncClaim(wanted({ storageClassName: "wait" }), world), {
    result: "Pending",
    because: { reason: "WaitForPodScheduled", pods: [waiting] },
  });
});
