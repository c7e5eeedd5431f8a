import type { Cluster } from "../../cluster/index.ts";
import { everywhere } from "../../cluster/index.ts";
import type { PersistentVolume, VolumeAttachment } from "../../kubernetes/index.ts";
import { hasFinalizer, isTerminating, keyOf, refOf } from "../../kubernetes/index.ts";
import { externalProvisioner } from "../finalizer-names.ts";
import { latestEvent } from "../indexes/events.ts";
import { attachmentsNaming, volumesByHandle } from "../indexes/index.ts";
import { missingIn } from "./not-found.ts";
import { asCsi, isOnOneMachine, reclaimPolicyOf, volumeBackend } from "./volume-source.ts";

/** Who says that a disk is gone. */
type ToldGone =
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
  const attachments = attachmentsNaming(volume.metadata.name, cluster);
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

/** Why a driver did not delete a volume, as far as its words tell. */
export type DeletionFailure =
  | "attached"
  | "in-use"
  | "has-snapshots"
  /** This very disk is not found. */
  | "not-found"
  /** Something else is not found, which says nothing about the disk. */
  | "other-not-found"
  /** The path does not exist now on the only machine where it can be. */
  | "path-missing"
  | "access-denied"
  | "finalizer-forbidden"
  | "secret"
  | "node-gone"
  | "unsupported"
  | "other";

interface Pattern {
  readonly failure: DeletionFailure;
  readonly matches: RegExp;
}

/** The first that matches counts, so that the narrow ones come first. */
const patterns: readonly Pattern[] = [
  // kubernetes-csi/external-provisioner pkg/controller/controller.go canDeleteVolume: "is still attached to node".
  { failure: "attached", matches: /is still attached to node/i },
  // kubernetes-csi/external-provisioner pkg/controller/controller.go Delete: "does not support dynamic provisioning".
  { failure: "unsupported", matches: /does not support dynamic provisioning|delete.{0,40}unimplemented/i },
  // kubernetes-sigs/sig-storage-lib-external-provisioner controller/controller.go deleteVolumeOperation; ceph/ceph-csi#3186.
  {
    failure: "finalizer-forbidden",
    matches:
      /(finalizer|persistentvolumes?)\b.{0,200}\bforbidden|forbidden.{0,200}(finalizer|persistentvolumes)/i,
  },
  {
    failure: "secret",
    matches: /secrets? .{0,200}(not found|missing|forbidden)|(get|find|fetch).{0,40}secret/i,
  },
  {
    failure: "has-snapshots",
    matches: /has (dependent )?snapshots?|snapshots? (exist|depend)|has children/i,
  },
  { failure: "in-use", matches: /in[ -]use|watchers?|VolumeInUse|ResourceInUse|\bbusy\b|still being used/i },
  {
    failure: "access-denied",
    matches: /unauthorized|not authori[sz]ed|access ?denied|permission ?denied|forbidden|PermissionDenied/i,
  },
  { failure: "node-gone", matches: /nodes? "?[^" ]*"? (was |is )?not found|NodeNotFound/i },
];

/**
 * Sorts the text of an event `VolumeFailedDelete`. Drivers word their errors freely: a hint, not a proof.
 *
 * @param names what the disk is called, as {@link diskNamesOf} says
 */
export function deletionFailure(message: string, names: readonly string[]): DeletionFailure {
  const known = patterns.find(({ matches }) => matches.test(message))?.failure;
  if (known !== undefined) return known;
  switch (missingIn(message, names)) {
    case "this-volume":
      return "not-found";
    case "something-else":
      return "other-not-found";
    case "nothing":
      return "other";
  }
}

/**
 * The same for one volume. A path that does not exist on its machine now has most likely lost its mount:
 * kubernetes-sigs/sig-storage-local-static-provisioner docs/faqs.md, "the volume is missing because of the invalid
 * /etc/fstab, setup script or hardware failures".
 */
export function deletionFailureOf(volume: PersistentVolume, message: string): DeletionFailure {
  const failure = deletionFailure(message, diskNamesOf(volume));
  if (failure === "finalizer-forbidden" && !isOfOwnFinalizer(volume, message)) return "other";
  const isMissing = failure === "not-found" || failure === "other-not-found";
  return isMissing && isOnOneMachine(volume) ? "path-missing" : failure;
}

/**
 * Was it this volume's own finalizer that could not be taken off? Only then has the driver deleted the disk before:
 * kubernetes-sigs/sig-storage-lib-external-provisioner controller/controller.go deleteVolumeOperation.
 */
function isOfOwnFinalizer(volume: PersistentVolume, message: string): boolean {
  const [, named = volume.metadata.name] = /persistentvolumes? "([^"]+)"/.exec(message) ?? [];
  return hasFinalizer(volume, externalProvisioner) && named === volume.metadata.name;
}

/** As drivers make the name of a disk: ceph/ceph-csi internal/util/volid.go CSIIdentifier ends in that of the image. */
const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

/** What an error can call the disk of this volume: by the handle, the end of it that is its own, or the volume's name. */
export function diskNamesOf(volume: PersistentVolume): readonly string[] {
  const backend = volumeBackend(volume);
  const handles = "handle" in backend ? [backend.handle, asCsi(volume)?.handle ?? ""] : [];
  const ends = handles.flatMap((handle) => {
    const parts = handle.split(/[/#|]|--|::?/).filter((part) => part !== "");
    return [parts.at(-1) ?? "", [...handle.matchAll(uuid)].at(-1)?.[0] ?? ""];
  });
  const named = [...handles, ...ends.filter((end) => /\d/.test(end)), volume.metadata.name];
  return [...new Set(named.filter((name) => name !== ""))];
}
