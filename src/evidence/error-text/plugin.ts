import { signsIn } from "./signs.ts";

/**
 * Does the PV controller say what an in-tree plugin answered? Of a plugin that it does not have, and of a class that does not
 * exist, it says so.
 * kubernetes/kubernetes pkg/controller/volume/persistentvolume/pv_controller.go provisionClaimOperation, 1.25.
 */
export function saysPluginTried(message: string): boolean {
  return /^Failed to provision volume with StorageClass/.test(message) && !signsIn(message).has("no-plugin");
}
