import type { Cluster } from "../../cluster/index.ts";
import {
  finalizerNames,
  finalizersAreManaged,
  modifyDeletionFinalizers,
  provisionerOf,
} from "../../controllers/index.ts";
import type { PersistentVolume } from "../../kubernetes/index.ts";
import { hasFinalizer } from "../../kubernetes/index.ts";
import { provisionerInstalled } from "../drivers/driver-installed.ts";

const { externalProvisioner, pvController } = finalizerNames;

/** Who takes a finalizer that guards the deletion of the disk off a volume, once its policy is Retain. */
export interface RetainDrop {
  readonly finalizer: string;
  readonly by: DroppedBy;
}

export type DroppedBy =
  | { readonly who: "pv-controller" }
  | { readonly who: "provisioner"; readonly name: string }
  /** It would be this driver's provisioner, and there is no trace of the driver. */
  | { readonly who: "absent"; readonly name: string }
  | { readonly who: "nobody" };

/**
 * kubernetes-sigs/sig-storage-lib-external-provisioner controller/controller.go handleProtectionFinalizer, v13;
 * kubernetes/kubernetes pkg/controller/volume/persistentvolume/pv_controller_base.go modifyDeletionFinalizers, 1.36.
 */
export function dropsUnderRetain(volume: PersistentVolume, cluster: Cluster): readonly RetainDrop[] {
  return [
    ...(hasFinalizer(volume, externalProvisioner)
      ? [{ finalizer: externalProvisioner, by: dropsExternal(volume, cluster) }]
      : []),
    ...(hasFinalizer(volume, pvController) ? [{ finalizer: pvController, by: dropsInTree(volume) }] : []),
  ];
}

function dropsExternal(volume: PersistentVolume, cluster: Cluster): DroppedBy {
  const provisioner = provisionerOf(volume);
  if (provisioner === undefined) {
    return { who: finalizersAreManaged(volume) ? "pv-controller" : "nobody" };
  }
  const { name } = provisioner;
  return { who: provisionerInstalled(volume, cluster).is === "refuted" ? "absent" : "provisioner", name };
}

function dropsInTree(volume: PersistentVolume): DroppedBy {
  const retained = { ...volume, spec: { ...volume.spec, persistentVolumeReclaimPolicy: "Retain" } };
  return { who: modifyDeletionFinalizers(retained).includes(pvController) ? "nobody" : "pv-controller" };
}
