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
