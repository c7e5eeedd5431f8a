import type { Cluster } from "../../cluster/index.ts";
import { everywhere } from "../../cluster/index.ts";
import { annotationNames, claimsByClass, migratedPlugins, provisionedBy } from "../../controllers/index.ts";
import type { StorageClass } from "../../kubernetes/index.ts";
import { hint, proof, refutation } from "../../report/index.ts";
import type { Answer } from "../answer.ts";
import { notLooked, weigh } from "../answer.ts";
import { saysPluginTried } from "../error-text/index.ts";
import { creationBegan, lastFailure } from "../last-failure.ts";
import { driverInstalled } from "./driver-installed.ts";

/**
 * Does a StorageClass have a provisioner? A CSI driver of that name is one; an event that a provisioner of that name wrote about a claim
 * of the class proves it; a volume that it created suggests it. A provisioner with its own code registers nowhere: it is refuted only
 * for the in-tree plugins, whose names no other provisioner can have; of another name it stays possible. Of a class without a provisioner it is refuted.
 * kubernetes-csi/external-provisioner pkg/controller/controller.go Provision, v6.3;
 * kubernetes/kubernetes pkg/controller/volume/persistentvolume/pv_controller.go provisionClaim, 1.36;
 * kubernetes-sigs/sig-storage-lib-external-provisioner controller/controller.go NewProvisionController, v13: the component of its
 * events is its name, an underscore and its identity.
 */
export function classHasProvisioner(storageClass: StorageClass, cluster: Cluster): Answer {
  const provisioner = storageClass.provisioner ?? "";
  if (provisioner === "" || provisioner === "kubernetes.io/no-provisioner")
    return weigh([], [refutation(storageClass, "provisioner", provisioner)]);
  const installed = driverInstalled(migratedPlugins.get(provisioner) ?? provisioner, cluster);
  if (installed.is !== "refuted") return installed;
  const volumes = cluster.walkAll("v1/persistentvolumes", everywhere);
  if (!volumes.read) return notLooked(volumes.unread);
  const isInTree = provisioner.startsWith("kubernetes.io/");
  const told = answeredOn(storageClass, provisioner, cluster);
  if (told !== undefined) return told;
  for (const volume of volumes.objects) {
    if (provisionedBy(volume) !== provisioner || isInTree) continue;
    const path = `metadata.annotations[${annotationNames.provisionedBy}]`;
    return weigh([hint(volume, path, provisioner)]);
  }
  return isInTree
    ? weigh([], [refutation(storageClass, "provisioner", provisioner)])
    : weigh([], [hint(storageClass, "provisioner", provisioner)]);
}

/**
 * Only a CSI driver registers. Most of them have it in their name; a provisioner with its own code has not. A slash is in no name
 * of a CSI driver, which is a domain name: `openebs.io/provisioner-iscsi`.
 * kubernetes/kubernetes pkg/apis/core/validation/validation.go ValidateCSIDriverName, 1.36.
 */
export function namesCsiDriver(provisioner: string): boolean {
  return /csi/i.test(provisioner) && !provisioner.includes("/");
}

/** What a provisioner of that name said of a claim of the class that waits. */
function answeredOn(storageClass: StorageClass, provisioner: string, cluster: Cluster): Answer | undefined {
  const claims = cluster.walkWith(claimsByClass, storageClass.metadata.name, everywhere);
  if (!claims.read) return notLooked(claims.unread);
  for (const claim of claims.objects) {
    if (claim.status?.phase !== "Pending") continue;
    for (const answer of [lastFailure(claim, "create-disk", cluster), creationBegan(claim, cluster)]) {
      if (answer.is === "unread") return notLooked(answer.unread);
      const { by = "", message = "" } = answer.told ?? {};
      if (by.startsWith(`${provisioner}_`) || isOfPlugin(provisioner, by, message))
        return weigh([proof(claim, "event", message)]);
    }
  }
  return undefined;
}

/** The PV controller tells what an in-tree plugin answered. */
function isOfPlugin(provisioner: string, by: string, message: string): boolean {
  const isTold = by === "persistentvolume-controller" && provisioner.startsWith("kubernetes.io/");
  return isTold && saysPluginTried(message);
}
