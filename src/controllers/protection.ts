import { everywhere } from "../cluster/index.ts";
import type { KubeObject, PersistentVolume, PersistentVolumeClaim, Pod } from "../kubernetes/index.ts";
import { hasFinalizer, isTerminating, refOf } from "../kubernetes/index.ts";
import type { Decision } from "./controller.ts";
import { defineController, nothing } from "./controller.ts";
import { act, removeFinalizer, unknown, wait, waitForAll } from "./decision.ts";
import { pvcProtection, pvProtection, vacProtection } from "./finalizer-names.ts";
import {
  claimsByAttributesClass,
  eachPodOfClaim,
  volumesByAttributesClass,
  volumesForClaim,
} from "./indexes/index.ts";
import { isPodScheduled, isPodShutDown, namesClaim, volumeIsForPod } from "./objects/pods.ts";
import { claimOf } from "./objects/refs.ts";

function hasEphemeral(pod: Pod, claim: PersistentVolumeClaim): boolean {
  const volumes = volumesForClaim(pod, claim.metadata.name);
  return volumes.some(({ volume }) => volume.ephemeral !== undefined) && volumeIsForPod(pod, claim);
}

/**
 * Does this pod keep a deleted claim from going? A scheduled pod that names it does, whatever its phase, also when it
 * has finished or is Terminating. An ephemeral volume stops counting once its pod is shut down.
 * kubernetes/kubernetes pkg/controller/volume/pvcprotection/pvc_protection_controller.go podUsesPVCForDeletion
 * (podUsesPVC before 1.36), 1.25 to 1.36.
 */
export function podUsesClaimForDeletion(pod: Pod, claim: PersistentVolumeClaim): boolean {
  if (pod.metadata.namespace !== claim.metadata.namespace || !isPodScheduled(pod)) return false;
  return namesClaim(pod, claim.metadata.name) || (!isPodShutDown(pod) && hasEphemeral(pod, claim));
}

export const pvcProtectionController = defineController({
  name: "pvc-protection-controller",
  on: "v1/persistentvolumeclaims",
  sources: [
    "kubernetes/kubernetes pkg/controller/volume/pvcprotection/pvc_protection_controller.go processPVC, 1.36",
  ],
  decide: (claim, cluster) =>
    protect(claim, pvcProtection, () => {
      const pods = eachPodOfClaim(claim, cluster);
      if (!pods.read) return unknown(pods);
      for (const pod of pods.objects) if (podUsesClaimForDeletion(pod, claim)) return wait(refOf(pod));
      return act(removeFinalizer(claim, pvcProtection));
    }),
});

/**
 * The phase is all that is looked at: no pods, no attachments, not whether the claim exists.
 * kubernetes/kubernetes pkg/controller/volume/pvprotection/pv_protection_controller.go isBeingUsed, 1.25 to 1.36.
 */
export function volumeIsBeingUsed(volume: PersistentVolume): boolean {
  return volume.status?.phase === "Bound";
}

export const pvProtectionController = defineController({
  name: "pv-protection-controller",
  on: "v1/persistentvolumes",
  sources: [
    "kubernetes/kubernetes pkg/controller/volume/pvprotection/pv_protection_controller.go processPV, 1.36",
  ],
  decide: (volume) =>
    protect(volume, pvProtection, () => {
      if (!volumeIsBeingUsed(volume)) {
        return act(removeFinalizer(volume, pvProtection));
      }
      const claim = claimOf(volume);
      return wait(...(claim === undefined ? [] : [claim]));
    }),
});

export const vacProtectionController = defineController({
  name: "vac-protection-controller",
  on: "storage.k8s.io/v1/volumeattributesclasses",
  sources: [
    "kubernetes/kubernetes pkg/controller/volume/vacprotection/vac_protection_controller.go processVAC, isBeingUsed, 1.36",
  ],
  decide: (attributesClass, cluster) =>
    protect(attributesClass, vacProtection, () => {
      const { name } = attributesClass.metadata;
      const volumes = cluster.lookup(volumesByAttributesClass, name, everywhere);
      if (!volumes.read) return unknown(volumes);
      const claims = cluster.lookup(claimsByAttributesClass, name, everywhere);
      if (!claims.read) return unknown(claims);
      const users = [...volumes.items, ...claims.items];
      return users.length > 0 ? waitForAll(users) : act(removeFinalizer(attributesClass, vacProtection));
    }),
});

/** The finalizer that a protection controller adds to every live claim, and to every live volume, by the kind. */
export const protectionOfKind: ReadonlyMap<string, string> = new Map([
  ["PersistentVolumeClaim", pvcProtection],
  ["PersistentVolume", pvProtection],
]);

/** kubernetes/kubernetes pkg/controller/util/protectionutil IsDeletionCandidate, 1.36. */
export function isDeletionCandidate(object: KubeObject, finalizer: string): boolean {
  return isTerminating(object) && hasFinalizer(object, finalizer);
}

/** kubernetes/kubernetes pkg/controller/util/protectionutil NeedToAddFinalizer, 1.36. */
export function needsFinalizer(object: KubeObject, finalizer: string): boolean {
  return !isTerminating(object) && !hasFinalizer(object, finalizer);
}

/** The decision of a protection controller; `whenDeleted` decides for a deleted object that has the finalizer. */
function protect(object: KubeObject, finalizer: string, whenDeleted: () => Decision): Decision {
  if (isDeletionCandidate(object, finalizer)) return whenDeleted();
  if (!needsFinalizer(object, finalizer)) return nothing;
  return act({ do: "add-finalizer", object: refOf(object), finalizer });
}
