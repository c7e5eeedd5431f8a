import { isDataGone } from "../analysis/disks/known-already.ts";
import type { Cluster } from "../cluster/index.ts";
import {
  attachmentsNaming,
  finalizerNames,
  podsOfClaim,
  podsUsingAttachment,
  podUsesClaimForDeletion,
  volumeIsBeingUsed,
} from "../controllers/index.ts";
import type { Danger } from "../define/index.ts";
import {
  acceptance,
  defineRemedy,
  isLastFinalizer,
  leftBehindWithout,
  manifestFile,
} from "../define/index.ts";
import type {
  KubeObject,
  ObjectRef,
  PersistentVolume,
  PersistentVolumeClaim,
  Phrase,
  VolumeAttachment,
} from "../kubernetes/index.ts";
import { hasFinalizer, isFinalizerName, isTerminating, nameOf, say, seenRefOf } from "../kubernetes/index.ts";
import type { Acceptance, RemedyFix } from "../report/index.ts";

const workAlone = "The work that the finalizer waits for will not be done. The finalizer cannot be put back.";
const dataToo =
  "The work that the finalizer waits for will not be done, and data can be lost or left behind. The finalizer cannot be put back.";

/** What is known of the removal. */
interface Circumstances {
  readonly finalizer: string;
  /** Where the caller could prove that no data can be lost. */
  readonly costs?: "the work alone";
  /** What can come of it that no controller does. */
  readonly danger?: Danger;
  /** What stays in the backend unrecorded. */
  readonly leaks?: string;
  /** What a person must see with their own eyes first. */
  readonly prove?: string;
  /** What it costs here. */
  readonly because?: string;
  /** A person named the finalizer: this is then only the act, and the permission decides whether it is allowed, and what must be accepted for it. */
  readonly asked?: "person";
}

export const dropFinalizer = defineRemedy({
  name: "drop-finalizer",
  summary: "Remove one finalizer manually, when its owner never will",
  needs: [
    "v1/pods",
    "v1/nodes",
    "v1/persistentvolumes",
    "v1/persistentvolumeclaims",
    "storage.k8s.io/v1/volumeattachments",
  ],
  fixDoes:
    "Removes one finalizer from an object that is being deleted, by a PUT of the object as it was read",
  forFinalizer: (finalizer) => ({ finalizer, asked: "person" }),
  make(on, using: Circumstances, cluster) {
    const found = cluster.resolve(on);
    const finalizer = using.finalizer ?? "";
    if (found?.state !== "found" || !isTerminating(found.object) || !isFinalizerName(finalizer))
      return undefined;
    if (!hasFinalizer(found.object, finalizer)) return undefined;
    if (using.asked === undefined && !mayLoseFinalizer(found.object, finalizer, cluster)) return undefined;
    const isProvenFirst = using.asked === undefined && isVolumeGone(found.object, cluster);
    const prove =
      using.prove ?? (isProvenFirst ? "no disk of this volume is left in the storage backend." : undefined);
    const left = isProvenFirst ? undefined : leftBehindWithout(found.object, finalizer);
    return {
      title: say`Remove the finalizer ${finalizer} from ${nameOf(on)}`,
      ...(isProvenFirst || (left === undefined && using.costs !== undefined) ? {} : { tells: "the data" }),
      dangers: using.danger === undefined ? [] : [using.danger],
      because: isProvenFirst
        ? onlyTheRecord
        : say`${using.because ?? (left === undefined && using.costs !== undefined ? workAlone : dataToo)}${using.leaks === undefined && left !== undefined ? say` ${left.because}` : leak(using.leaks)}`,
      first: [
        ...(prove === undefined ? [] : [say`First make sure of this: ${prove}`]),
        ...(isLastFinalizer(found.object) ? [editing(on, finalizer)] : []),
      ],
      fix: dropping(found.object, finalizer, isProvenFirst ? [recordLost] : accepted(using.leaks)),
    };
  },
});

/** There is evidence that the data is gone, and the step demands its proof. */
const onlyTheRecord = say`The driver says that the data no longer exists, so only the record of it is lost. The finalizer cannot be put back.`;

const recordLost = acceptance(
  "RecordLost",
  say`The object may be the last record of a disk that the driver did not find.`,
);

function isVolumeGone(object: KubeObject, cluster: Cluster): boolean {
  return object.kind === "PersistentVolume" && isDataGone(object, cluster);
}

function accepted(leaks: string | undefined): readonly Acceptance[] {
  return leaks === undefined ? [] : [leaking(leaks)];
}

function dropping(object: KubeObject, finalizer: string, accept: readonly Acceptance[]): RemedyFix {
  const on = seenRefOf(object);
  const gone = isLastFinalizer(object)
    ? [say`This is the last finalizer: when it is removed, ${nameOf(on)} is deleted.`]
    : [];
  return {
    acts: [{ do: "drop-finalizer", on, finalizer }],
    cannotUndo: [
      say`A finalizer cannot be added to an object that is being deleted, so this one cannot be put back.`,
      ...gone,
    ],
    accept,
  };
}

function leaking(handle: string): Acceptance {
  return acceptance("DiskLeaks", say`${handle} may remain in the storage backend with no record of it.`);
}

function leak(handle: string | undefined): Phrase {
  return handle === undefined
    ? []
    : say` ${handle} may remain in the storage backend with no record of it: write it down.`;
}

function editing(on: ObjectRef, finalizer: string): Phrase {
  return say`Between the two commands, delete the line ${finalizer} from metadata.finalizers in ${manifestFile(on)}, and change nothing else. It is the last finalizer, so the object is deleted with it. The file contains the uid and the version, so the server refuses if anything has changed. A patch could hit a new object of the same name.`;
}

/** What must hold for every removal. What was not read counts as in use. */
function mayLoseFinalizer(object: KubeObject, finalizer: string, cluster: Cluster): boolean {
  switch (object.kind) {
    case "PersistentVolume":
      return volumeMay(object, finalizer, cluster);
    case "PersistentVolumeClaim":
      return claimMay(object, finalizer, cluster);
    case "VolumeAttachment":
      return isUnusedAttachment(object, cluster);
    default:
      return true;
  }
}

/** A volume that is deleted while an attachment names it leaves an attachment that no attacher can detach. */
function volumeMay(volume: PersistentVolume, finalizer: string, cluster: Cluster): boolean {
  if (finalizer === finalizerNames.pvProtection && volumeIsBeingUsed(volume)) return false;
  const attachments = attachmentsNaming(volume.metadata.name, cluster);
  return attachments.read && attachments.items.length === 0;
}

/** A claim that is deleted while a pod uses it has its volume released under that pod. */
function claimMay(claim: PersistentVolumeClaim, finalizer: string, cluster: Cluster): boolean {
  if (finalizer !== finalizerNames.pvcProtection) return true;
  const pods = podsOfClaim(claim, cluster);
  return pods.read && !pods.items.some((pod) => podUsesClaimForDeletion(pod, claim));
}

/** A pod that runs on the attachment's node writes to the volume, unless the node itself no longer exists. */
function isUnusedAttachment(attachment: VolumeAttachment, cluster: Cluster): boolean {
  const node = cluster.get("v1/nodes", attachment.spec?.nodeName ?? "");
  if (node.state !== "found") return node.state === "absent";
  const pods = podsUsingAttachment(attachment, cluster);
  return pods.read && !pods.items.some((pod) => pod.status?.phase === "Running");
}
