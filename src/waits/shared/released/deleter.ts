import { isLocalProvisioned, provisionerOf, volumeHandleOf } from "../../../controllers/index.ts";
import type { PersistentVolume } from "../../../model/index.ts";

/**
 * Who deletes: the controller that runs, in the name by which people find it. What a local provisioner published it deletes
 * itself: kubernetes-sigs/sig-storage-local-static-provisioner pkg/deleter/deleter.go DeletePVs.
 */
export function deleterOf(volume: PersistentVolume): {
  readonly controller: string;
  readonly driver: string;
} {
  const provisioner = provisionerOf(volume);
  if (provisioner === undefined && isLocalProvisioned(volume))
    return { controller: "local-volume-provisioner", driver: "local-volume-provisioner" };
  if (provisioner === undefined)
    return { controller: "persistentvolume-controller", driver: "kube-controller-manager" };
  return provisioner.type === "csi"
    ? { controller: "csi-provisioner", driver: provisioner.name }
    : { controller: "the provisioner", driver: provisioner.name };
}

export const diskOf = (volume: PersistentVolume) => volumeHandleOf(volume) ?? "the disk";
