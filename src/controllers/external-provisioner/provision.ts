import { annotationOf, type PersistentVolumeClaim, type StorageClass } from "../../model/index.ts";
import { betaStorageProvisioner, migratedTo, selectedNode, storageProvisioner } from "../annotation-names.ts";

/**
 * Would the driver's provisioner make a volume for the claim now? A deletionTimestamp on the claim does not matter.
 * kubernetes-sigs/sig-storage-lib-external-provisioner controller/controller.go shouldProvision, v13;
 * kubernetes-csi/external-provisioner pkg/controller/controller.go ShouldProvision, v6.3.
 */
export function shouldProvision(
  claim: PersistentVolumeClaim,
  storageClass: StorageClass,
  driver: string,
): boolean {
  if ((claim.spec?.volumeName ?? "") !== "") return false;
  const provisioner =
    annotationOf(claim, storageProvisioner) ?? annotationOf(claim, betaStorageProvisioner) ?? "";
  if (provisioner !== driver && annotationOf(claim, migratedTo) !== driver) return false;
  return (
    storageClass.volumeBindingMode !== "WaitForFirstConsumer" ||
    (annotationOf(claim, selectedNode) ?? "") !== ""
  );
}
