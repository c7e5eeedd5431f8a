import {
  defineController,
  inNamespace,
  keyOf,
  type PersistentVolumeClaim,
  type Pod,
  refOf,
} from "../model/index.ts";
import { act, unknown, waitForAll } from "./decision.ts";
import { pvcProtection as finalizer } from "./finalizer-names.ts";
import { claimNameOf, podsByClaim } from "./indexes/index.ts";
import { isPodScheduled, isPodShutDown, volumeIsForPod } from "./pod-state.ts";
import { protect, removeFinalizer } from "./protection.ts";

function namesClaim(pod: Pod, claim: PersistentVolumeClaim): boolean {
  const { name } = claim.metadata;
  return (pod.spec?.volumes ?? []).some((volume) => volume.persistentVolumeClaim?.claimName === name);
}

function hasEphemeral(pod: Pod, claim: PersistentVolumeClaim): boolean {
  const { name } = claim.metadata;
  return (
    (pod.spec?.volumes ?? []).some(
      (volume) => volume.ephemeral !== undefined && claimNameOf(pod, volume) === name,
    ) && volumeIsForPod(pod, claim)
  );
}

/**
 * Does this pod keep a deleted claim from going? A scheduled pod that names it does, whatever its phase, also when it
 * has finished or is Terminating. An ephemeral volume stops counting once its pod is shut down.
 * kubernetes/kubernetes pkg/controller/volume/pvcprotection/pvc_protection_controller.go podUsesPVCForDeletion
 * (podUsesPVC before 1.36), 1.25 to 1.36.
 */
export function podUsesClaimForDeletion(pod: Pod, claim: PersistentVolumeClaim): boolean {
  if (pod.metadata.namespace !== claim.metadata.namespace || !isPodScheduled(pod)) return false;
  return namesClaim(pod, claim) || (!isPodShutDown(pod) && hasEphemeral(pod, claim));
}

export const pvcProtectionController = defineController({
  name: "pvc-protection-controller",
  on: "v1/persistentvolumeclaims",
  sources: [
    "kubernetes/kubernetes pkg/controller/volume/pvcprotection/pvc_protection_controller.go processPVC, 1.36",
  ],
  decide: (claim, cluster) =>
    protect(claim, finalizer, () => {
      const namespace = claim.metadata.namespace ?? "";
      const key = keyOf(namespace, claim.metadata.name);
      const pods = cluster.lookup(podsByClaim, key, inNamespace(namespace));
      if (!pods.read) return unknown(pods);
      const users = pods.items.filter((pod) => podUsesClaimForDeletion(pod, claim));
      if (users.length > 0) return waitForAll(users.map(refOf));
      return act(removeFinalizer(claim, finalizer));
    }),
});
