import type { Listed } from "../cluster/index.ts";
import { inNamespace } from "../cluster/index.ts";
import { podsOfClaim } from "../controllers/index.ts";
import { defineWait, uncertain, waiting } from "../define/index.ts";
import type { Phrase, Pod } from "../kubernetes/index.ts";
import { isTerminating, say, words } from "../kubernetes/index.ts";
import { setRetain } from "../remedies/index.ts";
import { willGoWithNamespace } from "./shared/namespace.ts";

function aboutPods(pods: Listed<Pod>): Phrase {
  if (!pods.read) return words("its pods could not be read, and ");
  const isLeft = pods.items.length > 0 && pods.items.every(isTerminating);
  return words(isLeft ? "its pods are being deleted, and " : "");
}

export default defineWait({
  wait: "namespace-deleted",
  on: ["v1/persistentvolumeclaims"],
  needs: ["v1/pods", "v1/namespaces", "v1/persistentvolumes"],
  sources: [
    "kubernetes/kubernetes pkg/controller/namespace/deletion/namespaced_resources_deleter.go deleteAllContent, 1.33 to 1.36",
    "kubernetes/kubernetes pkg/controller/namespace/namespace_controller.go nsControllerRateLimiter: at least once a minute, 1.36",
  ],
  reasons: {
    NamespaceDeletesClaim: waiting("The namespace of the claim is being deleted, and the claim with it", {
      what: "The claim is not marked for deletion yet, but its namespace is Terminating.",
      why: "The namespace controller deletes the pods first, and deletes claims and snapshots when no pod is left. It retries at least once a minute. Then the claim is deleted, and with policy Delete its data. The deletion of a namespace cannot be undone.",
      whatToDo:
        'If you need the data, set the volume to Retain at once: `kubectl patch pv NAME -p \'{"spec":{"persistentVolumeReclaimPolicy":"Retain"}}\'`. `kubectl pvguard why namespace/NAME` says what is left in it.',
    }),
    NamespaceOfClaimNotRead: uncertain("It is unknown whether the claim's namespace is being deleted", {
      what: "The claim itself is healthy, but its namespace could not be read.",
      why: "If the namespace is being deleted, the claim is deleted after its pods, and with policy Delete its data. Pods that still run do not show that the namespace stays: a webhook may refuse their deletion.",
      whatToDo:
        "Ask an administrator, or a person who may read it: `kubectl get namespace NAME`. If you need the data, set the volume to Retain meanwhile.",
    }),
  },
  remark(claim, cluster) {
    const { namespace = "" } = claim.metadata;
    if (isTerminating(claim)) return undefined;
    const found = cluster.get("v1/namespaces", namespace);
    if (found.state === "unread") {
      return {
        reason: "NamespaceOfClaimNotRead",
        message: say`${aboutPods(podsOfClaim(claim, cluster))}it could not be read whether namespace/${namespace} is being deleted`,
        end: "may go",
      };
    }
    if (found.state === "absent" || !isTerminating(found.object)) return undefined;
    const volume = cluster.get("v1/persistentvolumes", claim.spec?.volumeName ?? "");
    return {
      reason: "NamespaceDeletesClaim",
      message: willGoWithNamespace(found.object, "claim", cluster.list("v1/pods", inNamespace(namespace))),
      end: "goes",
      remedies: volume.state === "found" ? [setRetain(volume.object)] : [],
    };
  },
});
