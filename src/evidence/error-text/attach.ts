/**
 * The driver has not registered on the node: its node plugin does not run there, or has not run yet.
 *
 * kubernetes-csi/external-attacher pkg/controller/csi_handler.go getNodeID, v4.13.
 */
const unregistered = /CSINode \S+ does not contain driver |csinode\.storage\.k8s\.io \S+ not found/;

export function saysNotRegistered(attachError: string): boolean {
  return unregistered.test(attachError);
}

/**
 * kubernetes-csi/external-attacher pkg/controller/csi_handler.go csiAttach, v4.13: "Refuse to attach volumes that are marked
 * for deletion".
 */
export function saysVolumeIsDeleted(attachError: string): boolean {
  return /is marked for deletion/.test(attachError);
}
