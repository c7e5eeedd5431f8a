import type { Listed } from "../cluster/index.ts";
import { podsOfClaim } from "../controllers/index.ts";
import { defineWait, uncertain, waiting } from "../define/index.ts";
import type { Phrase, Pod } from "../kubernetes/index.ts";
import { isTerminating, say, words } from "../kubernetes/index.ts";
import { setRetain } from "../remedies/index.ts";
import { goesWithNamespace } from "./shared/namespace.ts";

function aboutPods(pods: Listed<Pod>): Phrase {
  if (!pods.read) return words("its pods could not be read, and ");
  return words(pods.items.length === 0 ? "" : "its pods are being deleted, and ");
}

export default defineWait({
  wait: "namespace-deleted",
  on: ["v1/persistentvolumeclaims"],
  needs: ["v1/pods", "v1/namespaces", "v1/persistentvolumes"],
  sources: [
    "kubernetes/kubernetes pkg/controller/namespace/deletion/namespaced_resources_deleter.go deleteAllContent, 1.33 to 1.36",
  ],
  reasons: {
    NamespaceDeletesClaim: waiting("The namespace of the claim is being deleted, and the claim with it", {
      what: "The claim is not marked for deletion yet, but its namespace is Terminating.",
      why: "The namespace controller deletes the pods first, and deletes claims and snapshots when no pod is left. Then the claim is deleted, and with policy Delete its data. The deletion of a namespace cannot be undone.",
      whatToDo:
        'If you need the data, set the volume to Retain at once: `kubectl patch pv NAME -p \'{"spec":{"persistentVolumeReclaimPolicy":"Retain"}}\'`. `kubectl pvguard why namespace/NAME` says what is left in it.',
    }),
    NamespaceOfClaimNotRead: uncertain("It is unknown whether the claim's namespace is being deleted", {
      what: "The only pods seen to use the claim, if any, are being deleted, and the namespace could not be read.",
      why: "The claim may be kept: its pods may be replaced, or deleted. Or the namespace is being deleted: then the claim is deleted after the pods, and with policy Delete its data.",
      whatToDo:
        "Ask an administrator, or a person who may read it: `kubectl get namespace NAME`. If you need the data, set the volume to Retain meanwhile.",
    }),
  },
  remark(claim, cluster) {
    const { namespace = "" } = claim.metadata;
    if (isTerminating(claim)) return undefined;
    const found = cluster.get("v1/namespaces", namespace);
    if (found.state === "unread") {
      const pods = podsOfClaim(claim, cluster);
      // A pod that is not being deleted shows, nearly always, that the namespace is not either.
      if (pods.read && !pods.items.every(isTerminating)) return undefined;
      return {
        reason: "NamespaceOfClaimNotRead",
        message: say`${aboutPods(pods)}it could not be read whether namespace/${namespace} is being deleted`,
        end: "may go",
      };
    }
    if (found.state === "absent" || !isTerminating(found.object)) return undefined;
    const volume = cluster.get("v1/persistentvolumes", claim.spec?.volumeName ?? "");
    return {
      reason: "NamespaceDeletesClaim",
      message: goesWithNamespace(found.object, "claim"),
      end: "goes",
      remedies: volume.state === "found" ? [setRetain(volume.object)] : [],
    };
  },
});
