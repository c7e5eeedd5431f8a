import {
  claimOf,
  deletionLeaks,
  finalizerIsRefused,
  finalizerNames,
  reclaimPolicyOf,
  volumeHandleOf,
  volumeIsBeingUsed,
} from "../controllers/index.ts";
import { couldNotRead, defineFinalizer, type FoundHold, nameOf } from "../engine/index.ts";
import {
  isTerminating,
  type ObjectRef,
  type PersistentVolume,
  type PersistentVolumeClaim,
  proof,
  refOf,
  say,
} from "../model/index.ts";

const finalizer = finalizerNames.pvProtection;

type Reason = "VolumeDeletedWhileBound" | "BoundClaimTerminating" | "BoundClaimIsGone" | "PhaseCannotChange";

export default defineFinalizer<"v1/persistentvolumes", Reason>({
  finalizer,
  on: ["v1/persistentvolumes"],
  owner: "pv-protection-controller",
  needs: ["v1/persistentvolumeclaims"],
  sources: [
    "kubernetes/kubernetes pkg/controller/volume/pvprotection/pv_protection_controller.go processPV, isBeingUsed, 1.25 to 1.36",
    "kubernetes/kubernetes#85465",
  ],
  addedWhen:
    "The volume is created (admission plugin StorageObjectInUseProtection), or the controller finds a live volume without it.",
  releasedWhen: "The phase of the volume is not Bound. Nothing else is looked at: no pods, no attachments.",
  ifForced:
    "A claim that is bound to the volume becomes Lost, attachments of the volume can never be detached, and the disk stays behind unrecorded.",
  manualRemoval: {
    safety: "loses-data",
    check: "The phase is not Bound, and no VolumeAttachment names the volume.",
  },
  since: "Kubernetes 1.10",
  reasons: {
    VolumeDeletedWhileBound: {
      title: "The volume was deleted while a live claim is bound to it",
      category: "blocked",
      what: "The PersistentVolume has a deletionTimestamp, its phase is Bound, and its claim is not being deleted.",
      why: "Somebody deleted the volume and not the claim, most often by mistake. The claim keeps the volume: nothing is lost yet. But a deletion cannot be taken back, and no pod can attach the volume on another node any more.",
      whatToDo:
        'Set the volume to Retain at once: `kubectl patch pv NAME --type=merge -p \'{"spec":{"persistentVolumeReclaimPolicy":"Retain"}}\'`. Then a person must plan a stop, let the object go and make it again. Do not delete the claim to finish the job.',
    },
    BoundClaimTerminating: {
      title: "The volume goes when its claim has gone",
      category: "waiting",
      what: "The volume and its claim are both being deleted. The volume is Bound until the claim is gone.",
      why: "The order is pod, claim, volume. Whatever holds the claim holds the volume.",
      whatToDo:
        "Nobody must act on the volume. Look at the claim: `kubectl pvguard why pvc/NAME -n NAMESPACE`.",
    },
    BoundClaimIsGone: {
      title: "The volume says Bound, but its claim is gone",
      category: "stuck",
      what: "The phase is Bound, and the claim that spec.claimRef means does not exist any more, has another uid, or is bound to another volume.",
      why: "The PV controller of kube-controller-manager looks at every volume each 15 seconds and would have changed the phase. It does not run, or it is about to.",
      whatToDo:
        'If the data is wanted, set the volume to Retain before the controller acts: `kubectl patch pv NAME --type=merge -p \'{"spec":{"persistentVolumeReclaimPolicy":"Retain"}}\'`. Then see that kube-controller-manager runs.',
    },
    PhaseCannotChange: {
      title: "The phase cannot change, since a finalizer is missing",
      category: "stuck",
      what: "The PV controller wants to add kubernetes.io/pv-controller to a volume that is being deleted. The API server refuses that at every sync, so that the phase stays Bound.",
      why: "The finalizer was taken off by hand, or the volume was deleted before Kubernetes 1.31 was installed.",
      whatToDo:
        'Set the volume to Retain: the controller then has nothing to add, and goes on: `kubectl patch pv NAME --type=merge -p \'{"spec":{"persistentVolumeReclaimPolicy":"Retain"}}\'`. The disk stays and must be deleted by hand.',
    },
  },
  holds(volume, cluster) {
    if (!volumeIsBeingUsed(volume)) return [];
    const ref = claimOf(volume);
    if (ref?.uid === undefined) return [claimGone(volume, say`it names no claim`)];
    const claim = cluster.get("v1/persistentvolumeclaims", ref.name, ref.namespace);
    switch (claim.state) {
      case "unread":
        return [couldNotRead(claim.unread)];
      case "absent":
        return [claimGone(volume, say`${nameOf(ref)} does not exist`)];
      case "found":
        return [heldByClaim(volume, ref, claim.object)];
    }
  },
  idle: (volume) => [
    { remedy: "nudge", on: refOf(volume) },
    {
      remedy: "drop-finalizer",
      on: refOf(volume),
      using: { finalizer, safety: "risky", ...leaking(volume) },
    },
  ],
});

function heldByClaim(
  volume: PersistentVolume,
  ref: ObjectRef,
  claim: PersistentVolumeClaim,
): FoundHold<Reason> {
  if (claim.metadata.uid !== ref.uid) {
    return claimGone(volume, say`${nameOf(ref)} is another claim of that name by now`);
  }
  const named = claim.spec?.volumeName ?? "";
  if (named !== "" && named !== volume.metadata.name) {
    return claimGone(volume, say`${nameOf(ref)} is bound to persistentvolume/${named}`);
  }
  return isTerminating(claim) ? goesWithClaim(volume, claim) : deletedByMistake(volume, claim);
}

function deletedByMistake(volume: PersistentVolume, claim: PersistentVolumeClaim): FoundHold<Reason> {
  const name = nameOf(refOf(claim));
  return {
    reason: "VolumeDeletedWhileBound",
    holder: { object: refOf(claim) },
    isRoot: true,
    message: say`the volume was deleted, but ${name} is bound to it and is not being deleted; nothing is lost yet`,
    evidence: [
      proof(refOf(volume), "metadata.deletionTimestamp", volume.metadata.deletionTimestamp),
      proof(refOf(volume), "status.phase", volume.status?.phase),
      proof(refOf(claim), "metadata.uid", claim.metadata.uid),
      proof(refOf(claim), "spec.volumeName", claim.spec?.volumeName),
    ],
    remedies: [
      { remedy: "set-retain", on: refOf(volume) },
      { remedy: "save-manifest", on: refOf(volume) },
      { remedy: "recreate-volume", on: refOf(volume) },
    ],
    avoid: [
      { step: say`deleting ${name} to finish the deletion`, because: costOfDeletingClaim(volume) },
      strip(volume),
      {
        step: say`clearing the deletionTimestamp in etcd`,
        because: say`it bypasses the API server, and can corrupt the store`,
      },
    ],
  };
}

function costOfDeletingClaim(volume: PersistentVolume) {
  const what = volumeHandleOf(volume) ?? volume.metadata.name;
  if (reclaimPolicyOf(volume) !== "Delete")
    return say`the workload loses its volume, and only a person can bring ${what} back into use`;
  return deletionLeaks(volume)
    ? say`the disk ${what} would leak: the volume has no finalizer that makes anybody delete it, so it stays in the backend unrecorded`
    : say`the policy is Delete: ${what} would be destroyed with live data`;
}

function goesWithClaim(volume: PersistentVolume, claim: PersistentVolumeClaim): FoundHold<Reason> {
  const what = volumeHandleOf(volume) ?? volume.metadata.name;
  const leak = deletionLeaks(volume)
    ? say`; then the disk ${what} LEAKS, since no deletion finalizer is on the volume`
    : [];
  return {
    reason: "BoundClaimTerminating",
    holder: { object: refOf(claim) },
    message: say`${nameOf(refOf(claim))} is bound to it and must go first${leak}`,
    evidence: [
      proof(refOf(volume), "status.phase", volume.status?.phase),
      proof(refOf(claim), "metadata.deletionTimestamp", claim.metadata.deletionTimestamp),
    ],
    remedies: deletionLeaks(volume) ? [{ remedy: "save-manifest", on: refOf(volume) }] : [],
    avoid: [strip(volume)],
  };
}

function claimGone(volume: PersistentVolume, why: ReturnType<typeof say>): FoundHold<Reason> {
  const base = {
    holder: { controller: "persistentvolume-controller" },
    evidence: [proof(refOf(volume), "status.phase", volume.status?.phase)],
    remedies: [
      { remedy: "set-retain", on: refOf(volume) },
      { remedy: "save-manifest", on: refOf(volume) },
      { remedy: "nudge", on: refOf(volume) },
    ],
  };
  return finalizerIsRefused(volume)
    ? {
        ...base,
        reason: "PhaseCannotChange",
        message: say`${why}, but each sync of the PV controller fails: it wants to add ${finalizerNames.pvController} to a volume that is being deleted, and the API server refuses`,
      }
    : {
        ...base,
        reason: "BoundClaimIsGone",
        message: say`${why}, so the phase should not be Bound any more: the PV controller is not acting, or is about to`,
      };
}

function strip(volume: PersistentVolume) {
  return {
    step: say`removing the finalizer ${finalizer} by hand`,
    because: say`${nameOf(refOf(volume))} would go while it is Bound: the claim becomes Lost, and what is attached can never be detached`,
  };
}

function leaking(volume: PersistentVolume): { readonly leaks?: string } {
  const handle = volumeHandleOf(volume);
  return reclaimPolicyOf(volume) === "Delete" && handle !== undefined ? { leaks: handle } : {};
}
