import { condemnedWith, ownerEnd, podItGoesWith } from "../controllers/index.ts";
import { couldNotRead, defineWait, type FoundHold } from "../engine/index.ts";
import {
  type Cluster,
  isTerminating,
  kindNamed,
  type OwnerReference,
  type PersistentVolumeClaim,
  say,
} from "../model/index.ts";
import { goingWith } from "./shared/owner/going.ts";
import { withoutOwner } from "./shared/owner/gone.ts";

export default defineWait({
  wait: "owner-gone",
  on: ["v1/persistentvolumeclaims"],
  needs: ["apps/v1/statefulsets", "v1/pods"],
  sources: [
    "kubernetes/kubernetes pkg/controller/garbagecollector/garbagecollector.go attemptToDeleteItem, 1.36",
    "velero-io/velero#7862",
  ],
  reasons: {
    OwnerGone: {
      title: "The claim's owner does not exist, so the claim will be deleted",
      category: "blocked",
      what: "The claim names an owner by uid, and no object with that uid exists under that name.",
      why: "The claim was restored or copied together with the owner reference of an object that is gone.",
      whatToDo:
        'To keep the claim, remove its owner references at once, and set its volume to Retain: `kubectl patch pv NAME --type=merge -p \'{"spec":{"persistentVolumeReclaimPolicy":"Retain"}}\'`.',
    },
    OwnerBeingDeleted: {
      title: "The claim's owner is being deleted, and the claim with it",
      category: "waiting",
      what: "All owners of the claim are being deleted, or gone. The claim itself is not marked for deletion yet.",
      why: "An owner that is deleted in the foreground takes its dependents along at once; otherwise the garbage collector deletes them when it is gone. What becomes of the data is up to the reclaim policy of the volume.",
      whatToDo:
        'To keep the claim, take its owner references off at once: `kubectl pvguard why pvc/NAME -n NAMESPACE` shows how. To keep the data whatever happens, set the volume to Retain: `kubectl patch pv NAME --type=merge -p \'{"spec":{"persistentVolumeReclaimPolicy":"Retain"}}\'`.',
    },
    ClaimGoesWithOwner: {
      title: "The claim is deleted when its owner is gone",
      category: "waiting",
      what: "The claim names an owner of a kind that pvguard does not read, such as an operator's own, and the input shows that it is there.",
      why: "The garbage collector deletes a claim when none of its owners is left.",
      whatToDo:
        'Nothing is wrong. Before the owner is deleted, set the volume to Retain if the data is wanted: `kubectl patch pv NAME --type=merge -p \'{"spec":{"persistentVolumeReclaimPolicy":"Retain"}}\'`.',
    },
    OwnerNotRead: {
      title: "An owner that was not looked at takes the claim along",
      category: "waiting",
      what: "The claim names an owner of a kind that pvguard does not read, such as an operator's own. Whether it is there is not known.",
      why: "The garbage collector deletes a claim when none of its owners is left. An owner in another namespace, or with another uid, counts as gone.",
      whatToDo:
        "Compare the owner's uid with that in the claim: `kubectl get KIND NAME -n NAMESPACE -o yaml`. Before the owner is deleted, or its kind, set the volume to Retain if the data is wanted.",
    },
  },
  remark(claim, cluster) {
    if (isTerminating(claim)) return undefined;
    const owners = claim.metadata.ownerReferences ?? [];
    const ends = owners.map((owner) => ({ owner, ...ownerEnd(owner, claim, cluster) }));
    const [unseen] = ends.filter(({ end }) => end === "not looked up");
    const there = ends.find(({ end, owner }) => end === "stays" && isOfOtherKind(owner))?.owner;
    if (there !== undefined)
      return {
        reason: "ClaimGoesWithOwner",
        message: say`its owner ${there.kind ?? ""}/${there.name ?? ""} is there; when no owner of it is, the garbage collector deletes the claim`,
        avoid: [deletingOwner],
      };
    if (unseen === undefined || ends.some(({ end }) => end === "stays")) return undefined;
    return {
      reason: "OwnerNotRead",
      message: say`its owner ${`${unseen.owner.kind ?? ""}/${unseen.owner.name ?? ""}`} (${unseen.owner.apiVersion ?? ""}) was not looked at; if that is gone, or goes, the garbage collector deletes the claim`,
      avoid: [deletingOwner],
    };
  },
  holds(claim, cluster) {
    if (isTerminating(claim)) return [];
    const owners = (claim.metadata.ownerReferences ?? []).map((owner) => ({
      owner,
      ...ownerEnd(owner, claim, cluster),
    }));
    if (owners.some(({ end }) => end === "stays" || end === "not looked up")) return [];
    const gone: FoundHold<"OwnerGone">[] = [];
    const going: FoundHold<"OwnerBeingDeleted">[] = [];
    for (const each of owners) {
      if (each.end === "unread") return [couldNotRead(each.unread)];
      if (each.end === "gone")
        gone.push({
          reason: "OwnerGone",
          ...withoutOwner(claim, each.owner, each.namesake),
          avoid: [restoring],
        });
      if (each.end === "going") going.push({ reason: "OwnerBeingDeleted", ...goingWith(claim, each.object) });
    }
    if (going.length === 0) return gone;
    return isToldOf(claim, cluster) ? [] : going;
  },
});

const deletingOwner = {
  step: say`deleting that owner, or the definition of its kind, to begin anew`,
  because: say`the claim goes with it, and with policy Delete its data`,
};

function isOfOtherKind({ apiVersion = "", kind = "" }: OwnerReference): boolean {
  return kindNamed(apiVersion, kind) === undefined;
}

const restoring = {
  step: say`restoring the claim again as it was`,
  because: say`with the same owner reference the garbage collector deletes it again`,
};

/** What a StatefulSet or a pod takes along has words of its own. */
function isToldOf(claim: PersistentVolumeClaim, cluster: Cluster): boolean {
  const { found } = condemnedWith(claim, cluster);
  return found === "with pod" || found === "with set" || podItGoesWith(claim, cluster) !== undefined;
}
