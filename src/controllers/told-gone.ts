import {
  type Cluster,
  everywhere,
  isTerminating,
  keyOf,
  type PersistentVolume,
  refOf,
  type VolumeAttachment,
} from "../model/index.ts";
import { deletionFailureOf, isOnOneMachine } from "./deletion-failure.ts";
import { diskNamesOf } from "./disk-names.ts";
import { attachmentsByVolume, volumesByHandle } from "./indexes/index.ts";
import { latestEvent } from "./latest-event.ts";
import { missingIn } from "./not-found.ts";
import { reclaimPolicyOf } from "./reclaim-policy.ts";
import { asCsi } from "./volume-source.ts";

/** Who says that a disk is gone. */
export type ToldGone =
  /** The driver was asked to delete this very disk, and does not find it. */
  | "not-found"
  /** The driver has deleted it, and the provisioner could not take its finalizer off. */
  | "deleted"
  /** The driver was asked to detach this very disk, and does not find it. It may look in one place only. */
  | "not-found-to-detach";

/** Evidence that this very disk is gone. Where there is none, or it was not read, nothing is said. */
export function toldGone(volume: PersistentVolume, cluster: Cluster): ToldGone | undefined {
  const told = toldOf(volume, cluster);
  return told ?? toldOfTwins(volume, cluster);
}

/** Another volume can use the same disk, and be the one that the driver was asked about. */
function toldOfTwins(volume: PersistentVolume, cluster: Cluster): ToldGone | undefined {
  const csi = asCsi(volume);
  if (csi === undefined) return undefined;
  const twins = cluster.lookup(volumesByHandle, keyOf(csi.driver, csi.handle), everywhere);
  if (!twins.read) return undefined;
  const others = twins.items.filter(({ metadata }) => metadata.name !== volume.metadata.name);
  return others.map((each) => toldOf(each, cluster)).find((told) => told !== undefined);
}

function toldOf(volume: PersistentVolume, cluster: Cluster): ToldGone | undefined {
  // No driver is asked to delete what is to be recycled: kubernetes-sigs/sig-storage-lib-external-provisioner
  // controller/controller.go shouldDelete, v13.
  if (reclaimPolicyOf(volume) === "Recycle") return undefined;
  const attempt = latestEvent(refOf(volume), ["VolumeFailedDelete"], cluster);
  const failure =
    attempt.state === "found" ? deletionFailureOf(volume, attempt.object.message ?? "") : undefined;
  if (failure === "not-found") return "not-found";
  if (failure === "finalizer-forbidden") return "deleted";
  if (isAtRest(volume, cluster)) return undefined;
  const attachments = cluster.lookup(attachmentsByVolume, volume.metadata.name, everywhere);
  return attachments.read && attachments.items.some((each) => isNotFoundToDetach(each, volume))
    ? "not-found-to-detach"
    : undefined;
}

/** Bound to a claim that is not being deleted: no detaching decides about its disk, and the attachments need not be read. */
function isAtRest(volume: PersistentVolume, cluster: Cluster): boolean {
  const { name, namespace } = volume.spec?.claimRef ?? {};
  if (isTerminating(volume) || name === undefined || volume.status?.phase !== "Bound") return false;
  const claim = cluster.get("v1/persistentvolumeclaims", name, namespace);
  return claim.state === "found" && !isTerminating(claim.object);
}

/**
 * container-storage-interface/spec spec.md ControllerUnpublishVolume: NOT_FOUND is "Volume does not exist" or "Node does
 * not exist", and the message says which.
 */
function isNotFoundToDetach(attachment: VolumeAttachment, volume: PersistentVolume): boolean {
  const error = attachment.status?.detachError?.message ?? "";
  return !isOnOneMachine(volume) && missingIn(error, diskNamesOf(volume)) === "this-volume";
}
