import type { Cluster } from "../cluster/index.ts";
import { claimEnd, claimOf, podItGoesWith, podsOfClaim } from "../controllers/index.ts";
import type { FoundHold } from "../define/index.ts";
import { couldNotRead, defineWait, waiting } from "../define/index.ts";
import type { ObjectRef, PersistentVolume, PersistentVolumeClaim, Phrase } from "../kubernetes/index.ts";
import { isTerminating, nameOf, refOf, say } from "../kubernetes/index.ts";
import type { Evidence } from "../report/index.ts";
import { proof } from "../report/index.ts";
import { beingDeleted, endOf as endOfOwner } from "./shared/owners.ts";

export default defineWait({
  wait: "claim-deleted",
  on: ["v1/persistentvolumes"],
  needs: ["v1/persistentvolumeclaims", "v1/pods", "v1/nodes", "v1/namespaces", "apps/v1/statefulsets"],
  sources: [
    "kubernetes/kubernetes pkg/controller/volume/persistentvolume/pv_controller.go syncVolume, reclaimVolume, 1.36",
    "kubernetes/kubernetes pkg/controller/volume/pvcprotection/pvc_protection_controller.go, 1.36",
  ],
  reasons: {
    ClaimOfVolumeDeleted: waiting("The claim of this volume is being deleted", {
      what: "The volume is Bound, and its claim has a deletionTimestamp.",
      why: "After the claim is deleted, the PV controller releases the volume. With policy Retain the volume and its data are kept; with policy Delete the disk is deleted. A deletion cannot be undone.",
      whatToDo:
        'If you need the data, set the volume to Retain at once: `kubectl patch pv NAME -p \'{"spec":{"persistentVolumeReclaimPolicy":"Retain"}}\'`. `kubectl pvguard why pvc/NAME -n NAMESPACE` says what the claim still waits for.',
    }),
    ClaimOfVolumeGoes: waiting("The claim of this volume will be deleted", {
      what: "The claim is not marked for deletion yet, but the object that it belongs to is being deleted or removed, or no longer exists.",
      why: "Claims can be deleted with a StatefulSet, a pod with an ephemeral volume, or a namespace. After the claim is deleted, the PV controller releases the volume, and with policy Delete the disk is deleted.",
      whatToDo:
        'If you need the data, set the volume to Retain at once: `kubectl patch pv NAME -p \'{"spec":{"persistentVolumeReclaimPolicy":"Retain"}}\'`. `kubectl pvguard why pvc/NAME -n NAMESPACE` says how the claim can be kept, if it can.',
    }),
  },
  holds(volume, cluster) {
    const claim = claimOfBound(volume, cluster);
    if (claim === undefined) return [];
    return isTerminating(claim) ? beingDeleted("ClaimOfVolumeDeleted", claim) : goesToo(claim, cluster);
  },
});

/** A claim that no longer belongs to this volume, or cannot be read, is reported by other waits. */
function claimOfBound(volume: PersistentVolume, cluster: Cluster): PersistentVolumeClaim | undefined {
  const ref = volume.status?.phase === "Bound" && !isTerminating(volume) ? claimOf(volume) : undefined;
  if (ref?.uid === undefined) return undefined;
  const found = cluster.get("v1/persistentvolumeclaims", ref.name, ref.namespace);
  if (found.state !== "found" || found.object.metadata.uid !== ref.uid) return undefined;
  return found.object.spec?.volumeName === volume.metadata.name ? found.object : undefined;
}

type DeletedClaimHold = FoundHold<"ClaimOfVolumeDeleted" | "ClaimOfVolumeGoes" | "CouldNotRead">;

function goesToo(claim: PersistentVolumeClaim, cluster: Cluster): readonly DeletedClaimHold[] {
  const end = claimEnd(claim, cluster);
  switch (end.ends) {
    case "no":
      return [];
    case "unread":
      return [couldNotRead(end.unread)];
    case "with":
      return [
        going(claim, say`will be deleted with ${nameOf(end.object)}`, endOf(claim, end.object, cluster)),
        ...unseenPods(claim, cluster),
      ];
    case "without its owners":
      return [
        going(claim, say`will be deleted, because none of its owners is left`, ownersNamed(claim)),
        ...unseenPods(claim, cluster),
      ];
  }
}

function going(claim: PersistentVolumeClaim, how: Phrase, because: readonly Evidence[]): DeletedClaimHold {
  const on = refOf(claim);
  return {
    reason: "ClaimOfVolumeGoes",
    holder: { object: on },
    message: say`its ${nameOf(on)} ${how}, but is not marked for deletion yet`,
    evidence: because,
  };
}

/** A pod that uses the claim keeps it, and what holds that pod is then the cause. */
function unseenPods(claim: PersistentVolumeClaim, cluster: Cluster): readonly DeletedClaimHold[] {
  const pods = podsOfClaim(refOf(claim), cluster);
  return pods.read ? [] : [couldNotRead(pods.unread)];
}

function endOf(claim: PersistentVolumeClaim, ref: ObjectRef, cluster: Cluster): readonly Evidence[] {
  const pod = podItGoesWith(claim, cluster);
  if (pod !== undefined) return endOfOwner(pod).evidence;
  const found = cluster.resolve(ref);
  if (found?.state !== "found") return [];
  return [proof(ref, "metadata.deletionTimestamp", found.object.metadata.deletionTimestamp)];
}

function ownersNamed(claim: PersistentVolumeClaim): readonly Evidence[] {
  const owners = (claim.metadata.ownerReferences ?? []).map(({ uid }) => uid);
  return [proof(claim, "metadata.ownerReferences", owners.join(", "))];
}
