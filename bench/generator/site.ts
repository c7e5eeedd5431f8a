import type { App } from "./app.ts";
import type { AttachmentFacts } from "./attachment.ts";
import { attachmentOf } from "./attachment.ts";
import type { ClaimFacts } from "./claim.ts";
import { claimOf } from "./claim.ts";
import type { Class, Disk } from "./disk.ts";
import { diskOf } from "./disk.ts";
import type { Expected, Item } from "./item.ts";
import { ago, minute } from "./moment.ts";
import type { Machine } from "./node.ts";
import type { PodState } from "./pod.ts";
import { podOf } from "./pod.ts";
import type { Random } from "./random.ts";
import type { VolumeFacts } from "./volume.ts";
import { volumeOf } from "./volume.ts";
import type { Owner } from "./workload.ts";
import { job, ownerOf } from "./workload.ts";

/** The place of one pod of a StatefulSet, with its claim, its volume and its node. */
export interface Site {
  readonly app: App;
  readonly set: Owner;
  readonly ordinal: number;
  /** How many pods the set has. */
  readonly replicas: number;
  readonly disk: Disk;
  readonly node: Machine;
  /** Some other node. */
  readonly otherNode: string;
  readonly random: Random;
}

export const claimItem = ({ random }: Site, disk: Disk, facts: ClaimFacts = {}): Item => ({
  resource: "v1/persistentvolumeclaims",
  object: claimOf(disk, facts, random),
});

export const volumeItem = ({ random }: Site, disk: Disk, facts: VolumeFacts = {}): Item => ({
  resource: "v1/persistentvolumes",
  object: volumeOf(disk, facts, random),
});

export const attachmentItem = ({ random }: Site, disk: Disk, facts: AttachmentFacts = {}): Item => ({
  resource: "storage.k8s.io/v1/volumeattachments",
  object: attachmentOf(disk, facts, random),
});

export function podItem({ app, set, ordinal, disk, random }: Site, state: PodState): Item {
  const name = `${set.name}-${ordinal}`;
  const labels = {
    "apps.kubernetes.io/pod-index": String(ordinal),
    "controller-revision-hash": `${set.name}-6f4d8c9b7d`,
    "statefulset.kubernetes.io/pod-name": name,
  };
  const facts = { name, owner: set, labels, state, nodeName: disk.nodeName, claimName: disk.claim };
  return { resource: "v1/pods", object: podOf(app, facts, random) };
}

/** Another claim with its volume, which no pod of the set uses. */
export function anotherDisk({ disk, random }: Site, claim: string, of: Class = disk.class): Disk {
  return diskOf({ ...disk, claim, class: of }, random);
}

/** A Job that has run, with its pod. */
export function jobItems({ app, disk, random }: Site, name: string, claimName: string): readonly Item[] {
  const owner = ownerOf("batch/v1", "Job", name, random);
  const labels = { "batch.kubernetes.io/job-name": name };
  const facts = {
    name: `${name}-${random.suffix(5)}`,
    owner,
    labels,
    state: "succeeded",
    claimName,
  } as const;
  return [
    { resource: "batch/v1/jobs", object: job(app, owner, undefined) },
    { resource: "v1/pods", object: podOf(app, { ...facts, nodeName: disk.nodeName }, random) },
  ];
}

interface Trouble {
  readonly kind: "PersistentVolumeClaim" | "PersistentVolume";
  readonly disk: Disk;
  readonly reason: string;
  readonly message: string;
}

export function eventItem({ random }: Site, { kind, disk, reason, message }: Trouble): Item {
  const isClaim = kind === "PersistentVolumeClaim";
  const name = isClaim ? disk.claim : disk.volume;
  const namespace = isClaim ? disk.namespace : "default";
  const at = ago(2 * minute);
  return {
    resource: "v1/events",
    object: {
      metadata: {
        name: `${name}.${random.hex(16)}`,
        namespace,
        uid: random.uid(),
        resourceVersion: "4712",
        creationTimestamp: at,
      },
      involvedObject: {
        kind,
        ...(isClaim ? { namespace } : {}),
        name,
        ...(isClaim ? { uid: disk.claimUid } : {}),
        apiVersion: "v1",
        resourceVersion: "4711",
      },
      reason,
      message,
      source: { component: "ebs.csi.aws.com_ebs-csi-controller" },
      firstTimestamp: disk.made,
      lastTimestamp: at,
      count: 40,
      type: "Warning",
      eventTime: null,
      reportingComponent: "ebs.csi.aws.com_ebs-csi-controller",
      reportingInstance: "",
    },
  };
}

export const onClaim = (code: string, { claim, namespace }: Disk): Expected => ({
  code,
  kind: "PersistentVolumeClaim",
  namespace,
  name: claim,
});

export const onVolume = (code: string, { volume }: Disk): Expected => ({
  code,
  kind: "PersistentVolume",
  name: volume,
});
