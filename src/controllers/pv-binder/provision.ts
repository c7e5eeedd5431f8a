import type { StorageClass } from "../../model/index.ts";
import { migratedPlugins } from "../volume-source.ts";

/** Who has to make a volume for a claim, or why none can. */
export type Provisioning =
  | { readonly reason: "ExternalProvisioning"; readonly provisioner: string }
  | { readonly reason: "ProvisioningFailed"; readonly because: "class missing" }
  | { readonly reason: "ProvisioningFailed"; readonly because: "no plugin"; readonly provisioner: string };

/**
 * In-tree plugins no longer provision, unless KCM runs with `--enable-hostpath-provisioner`, which is for tests. The
 * name `kubernetes.io/no-provisioner` is one of the names that no plugin has.
 * kubernetes/kubernetes pkg/controller/volume/persistentvolume/pv_controller.go provisionClaim,
 * findProvisionablePlugin, 1.36.
 */
export function provisioningOf(storageClass: StorageClass | undefined): Provisioning {
  if (storageClass === undefined) return { reason: "ProvisioningFailed", because: "class missing" };
  const provisioner = storageClass.provisioner ?? "";
  const driver = migratedPlugins.get(provisioner) ?? provisioner;
  return driver.startsWith("kubernetes.io/")
    ? { reason: "ProvisioningFailed", because: "no plugin", provisioner }
    : { reason: "ExternalProvisioning", provisioner: driver };
}
