import { readError } from "./read.ts";
import { signsIn } from "./signs.ts";

/** The driver has not registered on the node: its node plugin does not run there, or has not run yet. */
export function saysNotRegistered(attachError: string): boolean {
  return signsIn(attachError).has("not-in-csinode");
}

/** The attacher refuses to attach a volume that is being deleted. */
export function saysVolumeIsDeleted(attachError: string): boolean {
  return signsIn(attachError).has("volume-being-deleted");
}

/** Another client has the disk, as the backend says. */
export function saysInUse(attachError: string): boolean {
  return signsIn(attachError).has("in-use");
}

/** The machine has as many volumes as it can have. CSI spec ControllerPublishVolume, RESOURCE_EXHAUSTED: "Max volumes attached". */
export function saysLimitReached(attachError: string): boolean {
  return signsIn(attachError).has("limit") || /code = ResourceExhausted/.test(attachError);
}

/** What keeps a volume from being detached, as far as the error tells. */
export type DetachTrouble = "rights-in-kubernetes" | "rights-in-storage" | "not-found" | "other";

/** kubernetes-sigs/vsphere-csi-driver: the node's machine, in the words of CNS. */
const notOurs = /not an active Virtual Machine|code = NotFound/;

export function detachTrouble(detachError: string): DetachTrouble {
  const { denied, notFound } = readError(detachError);
  if (denied === undefined) return notFound.length > 0 || notOurs.test(detachError) ? "not-found" : "other";
  return denied === "service-account" ? "rights-in-kubernetes" : "rights-in-storage";
}

/**
 * The driver has detached the volume, and then the attacher could not remove its finalizer.
 * kubernetes-csi/external-attacher pkg/controller/csi_handler.go csiDetach, v4.13.
 */
export function isDetached(detachError: string): boolean {
  return detachError.startsWith("could not mark as detached: ");
}

/**
 * Does the attacher say this itself, before it calls the driver?
 * kubernetes-csi/external-attacher pkg/controller/csi_handler.go csiDetach, getNodeID, v4.12.
 */
export function isOfAttacher(error: string): boolean {
  return signsIn(error).has("not-in-csinode") || /^persistentvolumes? "[^"]*" not found/.test(error);
}
