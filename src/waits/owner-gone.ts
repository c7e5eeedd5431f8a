import type { Cluster } from "../cluster/index.ts";
import { condemnedWith, operatorDeletes, ownerEnd, podItGoesWith } from "../controllers/index.ts";
import { blocked, defineWait, waiting } from "../define/index.ts";
import type { OwnerReference, PersistentVolumeClaim, Phrase } from "../kubernetes/index.ts";
import { isTerminating, kindNamed, say } from "../kubernetes/index.ts";
import { kindNotServed, ownerHolds } from "./shared/owners.ts";

export default defineWait({
  wait: "owner-gone",
  on: ["v1/persistentvolumeclaims"],
  needs: ["apps/v1/statefulsets", "v1/pods", "v1/nodes"],
  sources: [
    "kubernetes/kubernetes pkg/controller/garbagecollector/garbagecollector.go attemptToDeleteItem, 1.36",
    "velero-io/velero#7862",
  ],
  reasons: {
    OwnerGone: blocked("The claim's owner does not exist, so the claim will be deleted", {
      what: "The claim names an owner by uid, and no object with that uid exists under that name.",
      why: "The claim was restored or copied together with the owner reference of an object that no longer exists.",
      whatToDo:
        'To keep the claim, remove its owner references at once, and set its volume to Retain: `kubectl patch pv NAME -p \'{"spec":{"persistentVolumeReclaimPolicy":"Retain"}}\'`.',
    }),
    OwnerBeingDeleted: waiting("The claim's owner is being deleted, and the claim with it", {
      what: "All owners of the claim are being deleted, or no longer exist. The claim itself is not marked for deletion yet.",
      why: "If an owner is deleted in the foreground, its dependents are deleted at once; otherwise the garbage collector deletes them after the owner. The reclaim policy of the volume decides what happens to the data.",
      whatToDo:
        'To keep the claim, remove its owner references at once: `kubectl pvguard why pvc/NAME -n NAMESPACE` shows how. To keep the data in any case, set the volume to Retain: `kubectl patch pv NAME -p \'{"spec":{"persistentVolumeReclaimPolicy":"Retain"}}\'`.',
    }),
    ClaimGoesWithOwner: waiting("The claim will be deleted when its owner is deleted", {
      what: "The claim names an owner of a kind that is not part of Kubernetes, such as an operator's own, and the owner exists.",
      why: "The garbage collector deletes a claim when none of its owners is left.",
      whatToDo:
        'The claim is healthy. If you need the data, set the volume to Retain before the owner is deleted: `kubectl patch pv NAME -p \'{"spec":{"persistentVolumeReclaimPolicy":"Retain"}}\'`.',
    }),
    OwnerKindNotServed: waiting("The cluster does not serve the kind of the claim's owner", {
      what: "The claim names an owner of a kind that this cluster does not serve, because the kind's definition was deleted or the operator was uninstalled.",
      why: "The garbage collector cannot look such an owner up, and retries without end: the claim is kept. When the kind is served again, an owner that does not exist, or that was restored with another uid, counts as deleted. The garbage collector then deletes the claim.",
      whatToDo:
        "Before the kind's definition is installed again, remove the owner references from the claim: `kubectl pvguard why pvc/NAME -n NAMESPACE` shows how.",
    }),
    OwnerNotRead: waiting("The claim will be deleted with an owner that was not checked", {
      what: "The claim names an owner of a kind that is not part of Kubernetes, such as an operator's own. The input does not hold the owner, so it is unknown whether it exists. On a cluster, `why` looks it up.",
      why: "The garbage collector deletes a claim when none of its owners is left. An owner in another namespace, or with another uid, counts as deleted.",
      whatToDo:
        "Compare the owner's uid with that in the claim: `kubectl get KIND NAME -n NAMESPACE -o yaml`. If you need the data, set the volume to Retain before the owner, or its kind, is deleted.",
    }),
  },
  remark(claim, cluster) {
    if (isTerminating(claim)) return undefined;
    const owners = claim.metadata.ownerReferences ?? [];
    const ends = owners.map((owner) => ({ owner, ...ownerEnd(owner, claim, cluster) }));
    const unserved = ends.find(({ end }) => end === "not served")?.owner;
    const [unseen] = ends.filter(({ end }) => end === "not looked up");
    const there = ends.find(({ end, owner }) => end === "stays" && isOfOtherKind(owner))?.owner;
    if (there !== undefined)
      return {
        reason: "ClaimGoesWithOwner",
        message: say`its owner ${there.kind ?? ""}/${there.name ?? ""} exists; when none of its owners is left, the garbage collector deletes the claim${alsoDeleted(claim)}`,
        avoid: deletingOwner,
      };
    if (ends.some(({ end }) => end === "stays")) return undefined;
    if (unserved !== undefined) return { reason: "OwnerKindNotServed", ...kindNotServed(claim, unserved) };
    if (unseen === undefined) return undefined;
    return {
      reason: "OwnerNotRead",
      message: say`its owner ${`${unseen.owner.kind ?? ""}/${unseen.owner.name ?? ""}`} (${unseen.owner.apiVersion ?? ""}) was not checked; if it does not exist, or is deleted, the garbage collector deletes the claim${alsoDeleted(claim)}`,
      avoid: deletingOwner,
    };
  },
  holds(claim, cluster) {
    const holds = ownerHolds(
      claim,
      { gone: { reason: "OwnerGone", avoid: restoring }, going: { reason: "OwnerBeingDeleted" } },
      cluster,
    );
    const isGoing = holds.some(({ reason }) => reason === "OwnerBeingDeleted");
    return isGoing && isToldOf(claim, cluster) ? [] : holds;
  },
});

function alsoDeleted(claim: PersistentVolumeClaim): Phrase {
  const when = operatorDeletes(claim);
  return when === undefined ? [] : say`; also, ${when}`;
}

const deletingOwner = {
  step: say`delete that owner, or the definition of its kind, to start again`,
  because: say`the claim would be deleted with it, and with policy Delete its data`,
};

function isOfOtherKind({ apiVersion = "", kind = "" }: OwnerReference): boolean {
  return kindNamed(apiVersion, kind) === undefined;
}

const restoring = {
  step: say`restore the claim again unchanged`,
  because: say`with the same owner reference the garbage collector would delete it again`,
};

/** What a StatefulSet or a pod takes along has words of its own. */
function isToldOf(claim: PersistentVolumeClaim, cluster: Cluster): boolean {
  const { found } = condemnedWith(claim, cluster);
  return found === "with pod" || found === "with set" || podItGoesWith(claim, cluster) !== undefined;
}
