import type { Cluster, Found } from "../../../cluster/index.ts";
import { everywhere } from "../../../cluster/index.ts";
import {
  attachDriver,
  attacherFinalizer,
  attachmentsNaming,
  claimOf,
  deletedVolumesByFinalizer,
  finalizerNames,
  isPodFinished,
  podsUsingAttachment,
  volumeBackend,
} from "../../../controllers/index.ts";
import type { FoundHold } from "../../../define/index.ts";
import { firstAndMore, isFresh } from "../../../define/index.ts";
import { saysVolumeIsDeleted } from "../../../evidence/index.ts";
import type {
  PersistentVolume,
  PersistentVolumeClaim,
  Phrase,
  VolumeAttachment,
} from "../../../kubernetes/index.ts";
import { isTerminating, nameOf, refOf, say } from "../../../kubernetes/index.ts";
import { dropFinalizer, nudge, reinstallDriver, restartSidecar } from "../../../remedies/index.ts";
import type { Avoid, RemedyCall } from "../../../report/index.ts";
import { noneFound, proof } from "../../../report/index.ts";

type DetachHold = FoundHold<
  | "AttachmentNamesVolume"
  | "AttachmentRefused"
  | "ClaimBeforeAttachments"
  | "AttacherNotInstalled"
  | "AttacherLeavesVolumes"
>;

/** The claim that is bound to the volume: who uses the attachments then follows from it. */
export function boundClaim(volume: PersistentVolume, cluster: Cluster): Found<PersistentVolumeClaim> {
  const ref = volume.status?.phase === "Bound" ? claimOf(volume) : undefined;
  if (ref?.uid === undefined) return { state: "absent" };
  const claim = cluster.get("v1/persistentvolumeclaims", ref.name, ref.namespace);
  return claim.state === "found" && claim.object.metadata.uid !== ref.uid ? { state: "absent" } : claim;
}

/** It makes no difference which of its finalizers is removed: with the last one the volume is deleted. */
function strip(volume: PersistentVolume): Avoid {
  return {
    step: say`remove finalizers from the PersistentVolume`,
    because: say`the attacher could then never detach the volume, because it needs the PersistentVolume`,
    deed: { do: "drop-finalizer", on: refOf(volume), finalizer: finalizerNames.pvProtection },
  };
}

export function afterClaim(volume: PersistentVolume, claim: PersistentVolumeClaim): DetachHold {
  return {
    reason: "ClaimBeforeAttachments",
    holder: { object: refOf(claim) },
    message: say`the volume is attached, as expected while ${nameOf(claim)} is bound to it`,
    evidence: [proof(volume, "spec.claimRef.uid", claim.metadata.uid)],
    avoid: strip(volume),
  };
}

/** What follows when a volume is deleted while its claim is bound to it: no pod can attach it from then on. */
export function refusedWhileDeleted(
  claim: PersistentVolumeClaim,
  attachment: VolumeAttachment,
  cluster: Cluster,
): DetachHold {
  const error = attachment.status?.attachError?.message ?? "";
  const victims = victimsOf(attachment, cluster);
  return {
    reason: "AttachmentRefused",
    holder: { object: refOf(claim) },
    message: say`${nameOf(attachment)} is not attached: the attacher refuses to attach a volume that is being deleted, and the deletion cannot be undone (${error})${victims.length === 0 ? [] : say`; ${victims}`}`,
    evidence: [
      proof(attachment, "status.attached", attachment.status?.attached ?? false),
      proof(attachment, "status.attachError.message", error),
    ],
    avoid: {
      step: say`delete ${nameOf(attachment)}, or the pod that waits for it`,
      because: say`both would be created again, and the attacher would refuse again`,
    },
  };
}

/** There is an attachment, and it is not attached yet. */
export function notAttached(
  volume: PersistentVolume,
  claim: PersistentVolumeClaim,
  attachment: VolumeAttachment,
): DetachHold {
  const error = attachment.status?.attachError?.message;
  return {
    ...afterClaim(volume, claim),
    message: say`${nameOf(attachment)} refers to the volume but is not attached${error === undefined ? [] : say` (${error})`}; the volume is kept while ${nameOf(claim)} is bound to it`,
    evidence: [proof(attachment, "status.attached", attachment.status?.attached ?? false)],
  };
}

export function named(volume: PersistentVolume, attachment: VolumeAttachment): DetachHold {
  const { nodeName, source } = attachment.spec ?? {};
  const doing = isTerminating(attachment) ? say`is being deleted, but still refers to` : say`refers to`;
  return {
    reason: "AttachmentNamesVolume",
    holder: { object: refOf(attachment) },
    message: say`${nameOf(attachment)} for node/${nodeName ?? "?"} ${doing} the volume`,
    evidence: [
      proof(attachment, "spec.source.persistentVolumeName", source?.persistentVolumeName),
      proof(attachment, "status.attached", attachment.status?.attached),
    ],
    avoid: strip(volume),
  };
}

export function notInstalled(volume: PersistentVolume): DetachHold {
  const known = driverOf(volume);
  const finalizers = attacherFinalizersOf(volume);
  const driver = known ?? `the driver of ${finalizers.join(", ")}`;
  return {
    reason: "AttacherNotInstalled",
    holder: { driver },
    message: say`no attachment refers to the volume, but ${driver} is not installed, and only its attacher removes the finalizer`,
    evidence: [
      proof(volume, "metadata.finalizers", attacherFinalizersOf(volume).join(", ")),
      noneFound(volume, "CSI drivers of this finalizer"),
    ],
    remedies: [
      ...(known === undefined
        ? finalizers.map((finalizer) => reinstallDriver(volume, { finalizer }))
        : [reinstallDriver(volume, { driver: known })]),
      ...attacherFinalizersOf(volume).map((finalizer) => drop(volume, finalizer)),
    ],
  };
}

/** @param known the version that fixes what is wrong with the attacher that runs */
export function lastResorts(
  volume: PersistentVolume,
  known: { readonly fixedIn?: string } = {},
): readonly RemedyCall[] {
  const driver = driverOf(volume);
  return [
    ...(driver === undefined
      ? []
      : [restartSidecar(volume, { controller: "csi-attacher", driver, ...known })]),
    ...(known.fixedIn === undefined ? [nudge(volume)] : []),
    ...attacherFinalizersOf(volume).map((finalizer) => drop(volume, finalizer)),
  ];
}

function drop(volume: PersistentVolume, finalizer: string): RemedyCall {
  const backend = volumeBackend(volume);
  return dropFinalizer(volume, {
    finalizer,
    ...(backend.type === "unknown" ? {} : { leaks: backend.handle }),
    because:
      "No attachment refers to the volume, so nothing is left to detach. If this is its last finalizer, the volume object is deleted, and with it the record of the disk.",
    prove: "a live read immediately before shows that no VolumeAttachment refers to the volume.",
  });
}

export function attacherFinalizersOf(volume: PersistentVolume): readonly string[] {
  return (volume.metadata.finalizers ?? []).filter((name) => name.startsWith(finalizerNames.attacherPrefix));
}

/** The driver of the volume's source, if the finalizer is that driver's. */
function driverOf(volume: PersistentVolume): string | undefined {
  const driver = attachDriver(volume);
  if (driver === undefined) return undefined;
  return attacherFinalizersOf(volume).includes(attacherFinalizer(driver)) ? driver : undefined;
}

/** From this many volumes on, the attacher itself is at fault. */
const several = 3;

/** Checking more of them would prove nothing further. */
const enough = 200;

/** The hold of a volume that nothing attaches, when others of its driver wait the same way. */
export function leftByAttacher(volume: PersistentVolume, cluster: Cluster): readonly DetachHold[] {
  const [finalizer = ""] = attacherFinalizersOf(volume);
  const volumes = cluster.lookup(deletedVolumesByFinalizer, finalizer, everywhere);
  if (!volumes.read || isFresh(volume, cluster.now)) return [];
  const left = volumes.items.slice(0, enough).filter((other) => isLeft(other, cluster));
  if (left.length < several) return [];
  const driver = driverOf(volume) ?? `the driver of ${finalizer}`;
  return [
    {
      reason: "AttacherLeavesVolumes",
      holder: { controller: `external-attacher of ${driver}` },
      message: say`${left.length} volumes of ${driver} share one cause: no attachment refers to them, but the external-attacher has not removed its finalizer from any of them`,
      evidence: left.map((other) =>
        proof(other, "metadata.deletionTimestamp", other.metadata.deletionTimestamp),
      ),
      remedies: lastResorts(volume),
      avoid: {
        step: say`remove the finalizer from each volume, or with a script`,
        because: say`that would hide the fault, and with it every disk that is left behind`,
      },
    },
  ];
}

function isLeft(volume: PersistentVolume, cluster: Cluster): boolean {
  if (isFresh(volume, cluster.now)) return false;
  const attachments = attachmentsNaming(volume.metadata.name, cluster);
  return attachments.read && attachments.items.length === 0;
}

/**
 * The attachment that the attacher refuses for as long as the volume is being deleted.
 * kubernetes-csi/external-attacher pkg/controller/csi_handler.go csiAttach, v4.13: "Refuse to attach volumes that are marked
 * for deletion", before its finalizer is on the VolumeAttachment.
 */
export function refusedAttachment(volume: PersistentVolume, cluster: Cluster): VolumeAttachment | undefined {
  if (!isTerminating(volume)) return undefined;
  const attachments = attachmentsNaming(volume.metadata.name, cluster);
  if (!attachments.read) return undefined;
  return attachments.items.find(
    ({ status, metadata }) =>
      status?.attached !== true &&
      metadata.deletionTimestamp === undefined &&
      saysVolumeIsDeleted(status?.attachError?.message ?? ""),
  );
}

/** The pods that wait for it and cannot start: "pod/a cannot start until ...". */
export function victimsOf(attachment: VolumeAttachment, cluster: Cluster): Phrase {
  const pods = podsUsingAttachment(attachment, cluster);
  const waiting = pods.read ? pods.items.filter((pod) => !isPodFinished(pod) && !isTerminating(pod)) : [];
  if (waiting.length === 0) return [];
  return say`${firstAndMore(waiting.slice(0, 1), waiting.length)} cannot start until the volume object is created again`;
}
