import type { Cluster } from "../../../cluster/index.ts";
import { annotationNames } from "../../../controllers/index.ts";
import { isOlder, sidecarRuns, sidecarVersion } from "../../../evidence/index.ts";
import type { PersistentVolumeClaim } from "../../../kubernetes/index.ts";
import { annotationOf, nameOf, refOf, say } from "../../../kubernetes/index.ts";
import { annotateProvisioner } from "../../../remedies/index.ts";
import { proof } from "../../../report/index.ts";
import type { PendingHold } from "./reasons.ts";

/**
 * A provisioner before v3 reads only the beta annotation, and the PV controller adds neither where the new one is there.
 * kubernetes/kubernetes pkg/controller/volume/persistentvolume/pv_controller.go setClaimProvisioner, 1.36;
 * kubernetes-sigs/sig-storage-lib-external-provisioner controller/controller.go shouldProvision, v7.0.1;
 * vmware-tanzu/velero#5588.
 */
export function readsOtherAnnotation(
  claim: PersistentVolumeClaim,
  provisioner: string,
  cluster: Cluster,
): PendingHold | undefined {
  const { storageProvisioner, betaStorageProvisioner } = annotationNames;
  if (annotationOf(claim, storageProvisioner) !== provisioner) return undefined;
  if (annotationOf(claim, betaStorageProvisioner) !== undefined) return undefined;
  const runs = sidecarRuns("csi-provisioner", provisioner, cluster);
  if (runs.is !== "proven" || runs.pod === undefined) return undefined;
  const version = sidecarVersion("csi-provisioner", runs.pod);
  if (version === undefined || !isOlder(version, [3, 0])) return undefined;
  return {
    reason: "ProvisionerReadsBetaAnnotation",
    holder: { person: "administrator" },
    message: say`csi-provisioner ${version} in ${nameOf(refOf(runs.pod))} reads only the annotation ${betaStorageProvisioner}, which the claim does not have`,
    evidence: [
      proof(claim, `metadata.annotations["${betaStorageProvisioner}"]`, null),
      proof(runs.pod, "spec.containers[csi-provisioner].image", version),
    ],
    remedies: [annotateProvisioner(claim, { provisioner })],
    avoid: {
      step: say`restart the provisioner`,
      because: say`it would not see the claim either`,
    },
  };
}
