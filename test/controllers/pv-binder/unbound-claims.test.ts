/**
 * kubernetes/kubernetes pkg/controller/volume/persistentvolume/binder_test.go TestSync, sets 1 and 2, 1.36: what
 * becomes of a claim that was never bound.
 */
import type { Row } from "./unbound-claim.ts";
import { byName, byUid, delayed, offered, ofOther, runTable, wanted, yes } from "./unbound-claim.ts";

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

runTable("syncUnboundClaim: TestSync 1 and 2", rows);
