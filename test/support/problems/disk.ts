import fc from "fast-check";
import type { KubeObject } from "../../../src/kubernetes/index.ts";
import { claim, claimRefTo, volume } from "../objects.ts";
import { attachmentObject, attachments } from "./attachments.ts";
import { attacherFinalizer, driver, facts, moments, mostly, one } from "./common.ts";
import { nameOfClaim, nameOfVolume } from "./names.ts";

/** A claim with its volume, in one moment of their lives, and where the volume is attached. */
export const disks = fc.record({
  life: one(
    "bound",
    "claim deleted",
    "released",
    "failed",
    "volume deleted while bound",
    "volume deleted after release",
    "lost",
    "pending",
    "available",
    "reserved",
    "claim made again",
    "both deleted",
  ),
  source: mostly("csi", "csi of a driver that is gone", "local", "nfs", "in-tree", "hostPath"),
  provisioned: mostly("by the driver", "by hand"),
  policy: one("Delete", "Retain"),
  disk: mostly("own", "shared"),
  volumeKeeps: fc.subarray(["attacher", "unknown", "no protection", "no provisioner"], { maxLength: 2 }),
  claimKeeps: mostly("protection", "nothing", "unknown", "third party", "clone", "snapshot", "foreground"),
  claimOwner: mostly("none", "a set", "a set that is gone", "a pod", "an unknown kind"),
  class: mostly("fast", "slow", "missing"),
  deletedSince: one(moments.today, moments.now),
  attachments,
});
export type DiskFacts = typeof disks extends fc.Arbitrary<infer T> ? T : never;

const third = "cns.vmware.com/pvc-protection";
const claimFinalizers: Record<DiskFacts["claimKeeps"], readonly string[]> = {
  protection: ["kubernetes.io/pvc-protection"],
  nothing: [],
  unknown: ["kubernetes.io/pvc-protection", "example.com/keep"],
  "third party": ["kubernetes.io/pvc-protection", third],
  clone: ["kubernetes.io/pvc-protection", "provisioner.storage.kubernetes.io/cloning-protection"],
  snapshot: ["kubernetes.io/pvc-protection", "snapshot.storage.kubernetes.io/pvc-as-source-protection"],
  foreground: ["kubernetes.io/pvc-protection", "foregroundDeletion"],
};

const owners: Record<DiskFacts["claimOwner"], readonly object[]> = {
  none: [],
  "a set": [{ apiVersion: "apps/v1", kind: "StatefulSet", name: "db", uid: "db-uid" }],
  "a set that is gone": [{ apiVersion: "apps/v1", kind: "StatefulSet", name: "old", uid: "old-uid" }],
  "a pod": [
    { apiVersion: "v1", kind: "Pod", name: "data-0-pod-0", uid: "data-0-pod-0-uid", controller: true },
  ],
  "an unknown kind": [{ apiVersion: "kafka.strimzi.io/v1", kind: "Kafka", name: "k", uid: "k-uid" }],
};

interface Phases {
  readonly claim: "Bound" | "Pending" | "Lost" | "none";
  readonly claimDeleted: boolean;
  readonly volume: "Bound" | "Released" | "Failed" | "Available" | "none";
  readonly volumeDeleted: boolean;
  /** Whose uid the volume has. */
  readonly ref: "this claim" | "an earlier claim" | "by name" | "none";
}

const phases: Record<DiskFacts["life"], Phases> = {
  bound: { claim: "Bound", claimDeleted: false, volume: "Bound", volumeDeleted: false, ref: "this claim" },
  "claim deleted": {
    claim: "Bound",
    claimDeleted: true,
    volume: "Bound",
    volumeDeleted: false,
    ref: "this claim",
  },
  released: {
    claim: "none",
    claimDeleted: false,
    volume: "Released",
    volumeDeleted: false,
    ref: "this claim",
  },
  failed: { claim: "none", claimDeleted: false, volume: "Failed", volumeDeleted: false, ref: "this claim" },
  "volume deleted while bound": {
    claim: "Bound",
    claimDeleted: false,
    volume: "Bound",
    volumeDeleted: true,
    ref: "this claim",
  },
  "volume deleted after release": {
    claim: "none",
    claimDeleted: false,
    volume: "Released",
    volumeDeleted: true,
    ref: "this claim",
  },
  lost: { claim: "Lost", claimDeleted: false, volume: "none", volumeDeleted: false, ref: "this claim" },
  pending: { claim: "Pending", claimDeleted: false, volume: "none", volumeDeleted: false, ref: "none" },
  available: { claim: "none", claimDeleted: false, volume: "Available", volumeDeleted: false, ref: "none" },
  reserved: {
    claim: "Pending",
    claimDeleted: false,
    volume: "Available",
    volumeDeleted: false,
    ref: "by name",
  },
  "claim made again": {
    claim: "Pending",
    claimDeleted: false,
    volume: "Released",
    volumeDeleted: false,
    ref: "an earlier claim",
  },
  "both deleted": {
    claim: "Bound",
    claimDeleted: true,
    volume: "Bound",
    volumeDeleted: true,
    ref: "this claim",
  },
};

/** The objects of the disk at this place among the disks of a cluster. */
export function diskObjects(disk: DiskFacts, at: number): readonly KubeObject[] {
  const now = phases[disk.life];
  const owned = owners[disk.claimOwner];
  const named = claim(
    facts({
      name: nameOfClaim(at),
      phase: now.claim === "none" ? undefined : now.claim,
      deletionTimestamp: now.claimDeleted ? disk.deletedSince : undefined,
      volumeName: now.claim === "Bound" || now.claim === "Lost" ? nameOfVolume(at) : undefined,
      finalizers: claimFinalizers[disk.claimKeeps],
      storageClassName: disk.class,
      ownerReferences: owned.length === 0 ? undefined : (owned as never),
      annotations: annotationsOf(disk, now),
    }),
  );
  const attachments = isAttachable(disk) ? disk.attachments : [];
  const attached = attachments.map((facts, place) => attachmentObject(facts, at, place));
  return [
    ...(now.claim === "none" ? [] : [named]),
    ...(now.volume === "none" ? [] : [volumeObject(disk, at, now, claimRefTo(named))]),
    ...(now.volume === "none" ? [] : attached),
  ];
}

/** No attacher handles a path of a node: kubernetes/kubernetes pkg/volume/hostpath has none, 1.36. */
function isAttachable({ source }: DiskFacts): boolean {
  return source !== "hostPath";
}

function annotationsOf({ provisioned }: DiskFacts, now: Phases): { readonly [key: string]: string } {
  return {
    ...(now.claim === "Pending" ? {} : { "pv.kubernetes.io/bind-completed": "yes" }),
    ...(provisioned === "by hand" ? {} : { "volume.kubernetes.io/storage-provisioner": driver }),
  };
}

function volumeObject(
  disk: DiskFacts,
  at: number,
  { volume: phase, volumeDeleted, ref }: Phases,
  claimRef: NonNullable<ReturnType<typeof claimRefTo>>,
): KubeObject {
  const { uid: _, ...byName } = claimRef;
  const refs = {
    "this claim": claimRef,
    "an earlier claim": { ...claimRef, uid: "earlier-uid" },
    "by name": byName,
    none: undefined,
  };
  const by = provisionerOf(disk);
  return volume(
    facts({
      name: nameOfVolume(at),
      phase: phase === "none" ? undefined : phase,
      policy: disk.policy,
      deletionTimestamp: volumeDeleted ? disk.deletedSince : undefined,
      claimRef: refs[ref],
      storageClassName: disk.class,
      finalizers: [
        ...(disk.volumeKeeps.includes("no protection") ? [] : ["kubernetes.io/pv-protection"]),
        ...finalizersOfProvisioner(disk, by),
        ...(disk.volumeKeeps.includes("attacher") && isAttachable(disk) ? [attacherFinalizer] : []),
        ...(disk.volumeKeeps.includes("unknown") ? ["example.com/keep"] : []),
      ],
      annotations: by === undefined ? {} : { "pv.kubernetes.io/provisioned-by": by },
      spec: sourceOf(disk, at),
      status: phase === "Released" ? { lastPhaseTransitionTime: moments.yesterday } : {},
    }),
  );
}

function provisionerOf({ source, provisioned }: DiskFacts): string | undefined {
  if (provisioned === "by hand") return undefined;
  switch (source) {
    case "csi":
      return driver;
    case "csi of a driver that is gone":
      return "gone.example.com";
    case "in-tree":
      return "kubernetes.io/aws-ebs";
    case "local":
      return "local-volume-provisioner-n1-uid";
    case "nfs":
      return "example.com/nfs";
    case "hostPath":
      return "kubernetes.io/host-path";
  }
}

function finalizersOfProvisioner(
  { policy, volumeKeeps }: DiskFacts,
  by: string | undefined,
): readonly string[] {
  if (by === undefined || policy !== "Delete" || volumeKeeps.includes("no provisioner")) return [];
  if (by === "kubernetes.io/host-path") return ["kubernetes.io/pv-controller"];
  return by.startsWith("local") ? [] : ["external-provisioner.volume.kubernetes.io/finalizer"];
}

function sourceOf({ source, disk }: DiskFacts, at: number): object {
  const handle = disk === "shared" ? "vol-0aa0" : `vol-0aa${at}`;
  switch (source) {
    case "csi":
      return { csi: { driver, volumeHandle: handle } };
    case "csi of a driver that is gone":
      return { csi: { driver: "gone.example.com", volumeHandle: handle } };
    case "in-tree":
      return { awsElasticBlockStore: { volumeID: handle } };
    case "nfs":
      return { nfs: { server: "10.0.0.9", path: disk === "shared" ? "/x" : `/x${at}` } };
    case "hostPath":
      return { hostPath: { path: "/tmp/x" } };
    case "local":
      return { local: { path: `/mnt/x${at}` }, nodeAffinity: onNode("n1") };
  }
}

function onNode(name: string) {
  return {
    required: {
      nodeSelectorTerms: [
        { matchExpressions: [{ key: "kubernetes.io/hostname", operator: "In", values: [name] }] },
      ],
    },
  };
}
