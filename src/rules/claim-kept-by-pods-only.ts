import { deleted } from "../cluster/index.ts";
import {
  finalizerNames,
  podsOfClaim,
  podUsesClaimForDeletion,
  releaseDestroys,
  volumeHandleOf,
} from "../controllers/index.ts";
import type { AuditContext, RuleAnswer } from "../define/index.ts";
import { defineRule } from "../define/index.ts";
import type { PersistentVolume, PersistentVolumeClaim, Phrase, Pod } from "../kubernetes/index.ts";
import { controllerOf, isTerminating, nameOf, say, words } from "../kubernetes/index.ts";
import { setRetain } from "../remedies/index.ts";
import { proof } from "../report/index.ts";
import { isOld, sizeOf } from "./shared/findings.ts";

export default defineRule({
  code: "PVG208",
  name: "claim-kept-by-pods-only",
  title: "Data will be lost as soon as its pods are deleted",
  severity: "error",
  on: ["v1/persistentvolumeclaims"],
  only: [deleted],
  needs: ["v1/persistentvolumes", "v1/pods"],
  what: "A claim is being deleted, and only pods still hold it. Its volume has policy Delete, and a controller or driver carries it out.",
  why: "The claim was deleted while pods use it. A restart, a rollout or a drained node is enough: the claim is deleted, and the driver deletes the disk within seconds.",
  whatToDo:
    'If the data is needed, set the volume to Retain at once: `kubectl patch pv NAME -p \'{"spec":{"persistentVolumeReclaimPolicy":"Retain"}}\'`. A deletion cannot be undone.',
  sources: [
    "kubernetes/kubernetes pkg/controller/volume/pvcprotection/pvc_protection_controller.go processPVC, 1.36",
    "kubernetes-sigs/sig-storage-lib-external-provisioner controller/controller.go shouldDelete, v13",
    "kubernetes/kubernetes#69980",
  ],
  check(claim, context) {
    const { cluster, olderThan } = context;
    if (!isTerminating(claim) || !isOld(claim.metadata.deletionTimestamp, olderThan, cluster.now)) return [];
    const finalizers = claim.metadata.finalizers ?? [];
    const isOnlyProtected = finalizers.length === 1 && finalizers[0] === finalizerNames.pvcProtection;
    // The claim of an ephemeral volume, or of a pod that its set has removed, is meant to be deleted with the pod.
    if (!isOnlyProtected || controllerOf(claim)?.kind === "Pod") return [];
    const volume = cluster.get("v1/persistentvolumes", claim.spec?.volumeName ?? "");
    if (volume.state === "unread") return { unread: volume.unread };
    if (volume.state === "absent" || !releaseDestroys(volume.object)) return [];
    return judge(claim, volume.object, context);
  },
});

function judge(claim: PersistentVolumeClaim, volume: PersistentVolume, context: AuditContext): RuleAnswer {
  const { cluster } = context;
  const pods = podsOfClaim(claim, cluster);
  if (!pods.read) return { unread: pods.unread };
  const users = pods.items.filter((pod) => podUsesClaimForDeletion(pod, claim));
  // If all of them are being deleted, the whole application is being removed.
  const [first, ...more] = users.filter((pod) => !isTerminating(pod));
  if (first === undefined) return [];
  const found = finding(claim, volume, first, more.length);
  // The disk of a machine that is gone, for example: what the controllers do then is not known.
  return context.dataOf(claim) === "unknown"
    ? [{ ...found, message: messageOf(volume, first, more.length, "may"), severity: "warning" }]
    : [found];
}

function messageOf(volume: PersistentVolume, pod: Pod, more: number, certainty: "will" | "may"): Phrase {
  const others = more === 0 ? [] : say` and ${more} more`;
  return say`it is held only by ${nameOf(pod)}${others}; after that, ${volumeHandleOf(volume) ?? "its disk"} ${words(certainty)} be deleted (policy Delete)`;
}

function finding(claim: PersistentVolumeClaim, volume: PersistentVolume, pod: Pod, more: number) {
  const since = claim.metadata.deletionTimestamp;
  return {
    message: messageOf(volume, pod, more, "will"),
    ...(since === undefined ? {} : { since }),
    evidence: [
      proof(claim, "metadata.deletionTimestamp", since),
      proof(volume, "spec.persistentVolumeReclaimPolicy", "Delete"),
      proof(pod, "spec.nodeName", pod.spec?.nodeName),
    ],
    ...sizeOf(claim),
    remedies: [setRetain(volume)],
  };
}
