import { hasFinalizer, type PersistentVolume } from "../model/index.ts";
import { diskNamesOf } from "./disk-names.ts";
import { externalProvisioner } from "./finalizer-names.ts";
import { missingIn } from "./not-found.ts";
import { volumeBackend } from "./volume-source.ts";

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

/** Is its handle a path of one machine? */
export function isOnOneMachine(volume: PersistentVolume): boolean {
  return volumeBackend(volume).type === "local" || volume.spec?.hostPath !== undefined;
}
