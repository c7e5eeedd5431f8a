import { deniedIn } from "./denied.ts";
import { missingIn } from "./missing.ts";
import { signsIn } from "./signs.ts";

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
  /** One file on a machine, or on a share, cannot be removed. */
  | "file-denied"
  /** The API server refuses the provisioner. */
  | "rights-in-kubernetes"
  | "finalizer-forbidden"
  | "secret"
  | "node-gone"
  | "unsupported"
  | "other";

const nodeGone = /nodes? "?[^" ]*"? (was |is )?not found|NodeNotFound/i;

/**
 * Sorts the text of an event `VolumeFailedDelete`. The narrow ones come first: a text can say several.
 *
 * @param names what the disk is called, as `diskNamesOf` says
 */
export function deletionFailure(message: string, names: readonly string[]): DeletionFailure {
  const signs = signsIn(message);
  if (signs.has("attached")) return "attached";
  if (signs.has("unsupported")) return "unsupported";
  if (signs.has("finalizer-forbidden")) return "finalizer-forbidden";
  if (signs.has("secret")) return "secret";
  if (signs.has("snapshots")) return "has-snapshots";
  if (signs.has("in-use")) return "in-use";
  switch (deniedIn(message)) {
    case "file":
      return "file-denied";
    case "service-account":
      return "rights-in-kubernetes";
    case "driver":
      return "access-denied";
    case "client":
    case undefined:
      break;
  }
  if (nodeGone.test(message)) return "node-gone";
  switch (missingIn(message, names)) {
    case "this-volume":
      return "not-found";
    case "something-else":
      return "other-not-found";
    case "nothing":
      return "other";
  }
}

/** The volume whose finalizer an error says could not be removed, where it names one. */
export function volumeOfForbidden(message: string): string | undefined {
  return /persistentvolumes? "([^"]+)"/.exec(message)?.[1];
}

/**
 * Did the PV controller find no plugin that can delete the volume?
 * kubernetes/kubernetes pkg/controller/volume/persistentvolume/pv_controller.go findDeletablePlugin, 1.36.
 */
export function saysNoDeleter(message: string): boolean {
  return signsIn(message).has("no-plugin");
}

/** Is that all that it says? Then nothing was tried. The same file, doDeleteVolume. */
export function saysNothingTried(message: string): boolean {
  return message.endsWith("no deletable volume plugin matched");
}
