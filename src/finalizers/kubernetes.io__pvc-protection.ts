import { podsByClaim, podUsesClaimForDeletion } from "../controllers/index.ts";
import { couldNotRead, defineFinalizer } from "../engine/index.ts";
import { inNamespace, keyOf } from "../model/index.ts";
import { lastResorts, nobodyProtects } from "./shared/pvc-protection/nobody-protects.ts";
import { protectionReasons } from "./shared/pvc-protection/reasons.ts";
import { heldByUsers } from "./shared/pvc-protection/users.ts";

export default defineFinalizer({
  finalizer: "kubernetes.io/pvc-protection",
  on: ["v1/persistentvolumeclaims"],
  owner: "pvc-protection-controller",
  needs: [
    "v1/pods",
    "v1/persistentvolumeclaims",
    "v1/persistentvolumes",
    "v1/nodes",
    "v1/namespaces",
    "apps/v1/replicasets",
    "apps/v1/statefulsets",
  ],
  sources: [
    "kubernetes/kubernetes pkg/controller/volume/pvcprotection/pvc_protection_controller.go processPVC, podUsesPVCForDeletion, 1.25 to 1.36",
    "kubernetes/kubernetes#92598",
    "kubernetes/kubernetes#80475",
    "kubestellar/kubeflex#179",
  ],
  addedWhen:
    "The claim is created (admission plugin StorageObjectInUseProtection), or the controller finds a live claim without it.",
  releasedWhen:
    "No scheduled pod object in the namespace refers to the claim in spec.volumes. The pod's phase does not matter: a finished pod counts until its object is deleted.",
  ifForced:
    "The claim is deleted under a pod that may still be writing. The volume becomes Released, and with policy Delete, its disk is deleted while in use.",
  manualRemoval: {
    safety: "loses-data",
    check:
      "A live read immediately before shows no pod object in the namespace, of any phase, that has spec.nodeName and refers to the claim.",
  },
  since: "Kubernetes 1.9",
  reasons: protectionReasons,
  holds(claim, cluster) {
    const namespace = claim.metadata.namespace ?? "";
    const pods = cluster.lookup(podsByClaim, keyOf(namespace, claim.metadata.name), inNamespace(namespace));
    if (!pods.read) return [couldNotRead(pods.unread)];
    const users = pods.items.filter((pod) => podUsesClaimForDeletion(pod, claim));
    const bystanders = pods.items.filter((pod) => !podUsesClaimForDeletion(pod, claim));
    if (users.length > 0) return heldByUsers({ claim, users, bystanders, cluster });
    const nobody = nobodyProtects(claim, cluster);
    return nobody === undefined ? [] : [nobody];
  },
  idle: lastResorts,
});
