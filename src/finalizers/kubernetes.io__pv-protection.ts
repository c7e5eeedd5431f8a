import type { Cluster } from "../cluster/index.ts";
import {
  claimOf,
  deletionDeadlocks,
  finalizerNames,
  onlyIfOldMayastor,
  outcomeOfDeleted,
  reclaimPolicyOf,
  volumeHandleOf,
  volumeIsBeingUsed,
} from "../controllers/index.ts";
import type { FoundHold } from "../define/index.ts";
import { blocked, couldNotRead, defineFinalizer, notToRemove, stuck, waiting } from "../define/index.ts";
import type { ObjectRef, PersistentVolume, PersistentVolumeClaim, Phrase } from "../kubernetes/index.ts";
import { isTerminating, nameOf, refOf, say } from "../kubernetes/index.ts";
import { dropFinalizer, nudge, recreateVolume, saveManifest, setRetain } from "../remedies/index.ts";
import type { Avoid, RemedyCall } from "../report/index.ts";
import { proof } from "../report/index.ts";
import { refusedAttachment, victimsOf } from "./shared/external-attacher/volume-holds.ts";
import { startManager } from "./shared/manager-stopped.ts";

const finalizer = finalizerNames.pvProtection;

type ProtectionReason = keyof typeof protectionReasons;

/** The pages of every reason why a deleted volume is kept while it is Bound. */
const protectionReasons = {
  VolumeDeletedWhileBound: blocked("A live claim is still bound to the volume", {
    what: "The PersistentVolume has a deletionTimestamp, its phase is Bound, and its claim is not being deleted.",
    why: "The volume was deleted but not the claim, most often by mistake. The claim keeps the volume, so nothing is lost yet. But a deletion cannot be undone, and no pod can now attach the volume on another node.",
    whatToDo:
      'Set the volume to Retain at once: `kubectl patch pv NAME -p \'{"spec":{"persistentVolumeReclaimPolicy":"Retain"}}\'`. Then a person must plan downtime, let the volume object be deleted, and create it again. Do not delete the claim to finish the deletion.',
  }),
  BoundClaimTerminating: waiting("The volume waits for its claim to be deleted", {
    what: "The volume and its claim are both being deleted. The volume stays Bound until the claim has been deleted.",
    why: "The order is: pod, claim, volume. Whatever holds the claim also holds the volume.",
    whatToDo:
      "No action is needed on the volume. Look at the claim: `kubectl pvguard why pvc/NAME -n NAMESPACE`.",
  }),
  BoundClaimIsGone: stuck("The volume is Bound, but it no longer has a claim", {
    what: "The phase is Bound, but the claim in spec.claimRef no longer exists, has another uid, or is bound to another volume.",
    why: "The PV controller in kube-controller-manager checks every volume every 15 seconds, and would have changed the phase. It is not running, or is about to act.",
    whatToDo:
      'If the data is needed, set the volume to Retain before the controller acts: `kubectl patch pv NAME -p \'{"spec":{"persistentVolumeReclaimPolicy":"Retain"}}\'`. Then check that kube-controller-manager is running.',
  }),
  PhaseCannotChange: blocked("The phase cannot change because a finalizer is missing", {
    what: "The PV controller tries to add kubernetes.io/pv-controller to a volume that is being deleted. The API server refuses that at every sync, so the phase stays Bound.",
    why: "The finalizer was removed manually, or the deletion of the volume began before Kubernetes 1.31 was installed.",
    whatToDo:
      'Set the volume to Retain: `kubectl patch pv NAME -p \'{"spec":{"persistentVolumeReclaimPolicy":"Retain"}}\'`. The controller then has nothing to add, and continues. The disk is kept, and must be deleted manually.',
  }),
};

export default defineFinalizer({
  finalizer,
  on: ["v1/persistentvolumes"],
  owner: "pv-protection-controller",
  needs: ["v1/persistentvolumeclaims", "storage.k8s.io/v1/volumeattachments", "v1/pods"],
  sources: [
    "kubernetes/kubernetes pkg/controller/volume/pvprotection/pv_protection_controller.go processPV, isBeingUsed, 1.25 to 1.36",
    "kubernetes/kubernetes#85465",
  ],
  addedWhen:
    "The volume is created (admission plugin StorageObjectInUseProtection), or the controller finds a live volume without it.",
  releasedWhen:
    "The phase of the volume is not Bound. The controller checks nothing else: no pods, no attachments.",
  ifForced:
    "A claim that is bound to the volume becomes Lost, and attachments of the volume can never be detached. The disk is left behind with no record of it.",
  manualRemoval: {
    safety: "loses-data",
    check: "The phase is not Bound, and no VolumeAttachment refers to the volume.",
  },
  since: "Kubernetes 1.10",
  reasons: protectionReasons,
  holds: boundHolds,
  idle: (volume, cluster) => [
    ...startManager(volume, cluster),
    nudge(volume),
    dropFinalizer(volume, { finalizer, costs: "the work alone", ...leaking(volume) }),
  ],
});

function leaking(volume: PersistentVolume): { readonly leaks?: string } {
  const handle = volumeHandleOf(volume);
  return reclaimPolicyOf(volume) === "Delete" && handle !== undefined ? { leaks: handle } : {};
}

const refusal = say`it tries to add ${finalizerNames.pvController} to a volume that is being deleted, and the API server refuses`;

const deadlock = say`the volume stays Bound: each sync of the PV controller fails, because ${refusal}`;

const deadlockThen = say`the volume would stay Bound: each sync of the PV controller would fail, because ${refusal}`;

/** What a volume that is being deleted waits for while its phase is Bound. */
function boundHolds(
  volume: PersistentVolume,
  cluster: Cluster,
): readonly FoundHold<ProtectionReason | "CouldNotRead">[] {
  if (!volumeIsBeingUsed(volume)) return [];
  const ref = claimOf(volume);
  if (ref?.uid === undefined) return [claimGone(volume, say`the volume refers to no claim`)];
  const claim = cluster.get("v1/persistentvolumeclaims", ref.name, ref.namespace);
  switch (claim.state) {
    case "unread":
      return [couldNotRead(claim.unread)];
    case "absent":
      return [claimGone(volume, say`${nameOf(ref)} does not exist`)];
    case "found":
      return [heldByClaim(volume, ref, claim.object, cluster)];
  }
}

function heldByClaim(
  volume: PersistentVolume,
  ref: ObjectRef,
  claim: PersistentVolumeClaim,
  cluster: Cluster,
): FoundHold<ProtectionReason> {
  if (claim.metadata.uid !== ref.uid) {
    return claimGone(volume, say`${nameOf(ref)} is now a different claim with the same name`);
  }
  const named = claim.spec?.volumeName ?? "";
  if (named !== "" && named !== volume.metadata.name) {
    return claimGone(volume, say`${nameOf(ref)} is bound to pv/${named}`);
  }
  return isTerminating(claim) ? goesWithClaim(volume, claim) : deletedByMistake(volume, claim, cluster);
}

/** A pod that waits for the volume is down already: that comes first for the reader. */
function outage(volume: PersistentVolume, cluster: Cluster): Phrase {
  const refused = refusedAttachment(volume, cluster);
  const victims = refused === undefined ? [] : victimsOf(refused, cluster);
  if (refused === undefined || victims.length === 0) return [];
  return say`, but ${victims}: the attacher refuses to attach it (${refused.status?.attachError?.message ?? ""})`;
}

function deletedByMistake(
  volume: PersistentVolume,
  claim: PersistentVolumeClaim,
  cluster: Cluster,
): FoundHold<ProtectionReason> {
  const name = nameOf(claim);
  return {
    reason: "VolumeDeletedWhileBound",
    holder: { object: refOf(claim) },
    isRoot: true,
    message: say`${name} is not being deleted and is still bound to the volume; nothing is lost yet${outage(volume, cluster)}`,
    ifDeleted: say`${name} is bound to the volume and would keep it`,
    evidence: [
      proof(volume, "metadata.deletionTimestamp", volume.metadata.deletionTimestamp),
      proof(volume, "status.phase", volume.status?.phase),
      proof(claim, "metadata.uid", claim.metadata.uid),
      proof(claim, "spec.volumeName", claim.spec?.volumeName),
    ],
    remedies: [setRetain(volume), saveManifest(volume), recreateVolume(volume)],
    avoid: [
      {
        step: say`delete ${name} to finish the deletion`,
        because: costOfDeletingClaim(volume),
        deed: { do: "delete", on: refOf(claim) },
      },
      strip(volume),
      {
        step: say`clear the deletionTimestamp in etcd`,
        because: say`that bypasses the API server, and can corrupt etcd`,
      },
    ],
  };
}

function costOfDeletingClaim(volume: PersistentVolume): Phrase {
  const what = volumeHandleOf(volume) ?? volume.metadata.name;
  switch (outcomeOfDeleted(volume)) {
    case "kept":
      return say`the workload would lose its volume, and only a person could bring ${what} back into use`;
    case "leaked":
      return say`the disk ${what} would leak, because no finalizer of the volume makes a controller delete it; it would remain in the storage backend with no record of it`;
    case "deadlocked":
      return say`that would not finish the deletion: the workload would lose its volume, and ${deadlockThen}`;
    case "destroyed":
      return reclaimPolicyOf(volume) === "Delete"
        ? say`the policy is Delete, so the disk ${what} would be deleted with live data on it`
        : say`the disk ${what} would be deleted with live data on it, although the policy is ${reclaimPolicyOf(volume)}, if ${onlyIfOldMayastor}`;
  }
}

function goesWithClaim(volume: PersistentVolume, claim: PersistentVolumeClaim): FoundHold<ProtectionReason> {
  const { now, ifDeleted } = afterwards(volume);
  return {
    reason: "BoundClaimTerminating",
    holder: { object: refOf(claim) },
    message: say`${nameOf(claim)} is bound to the volume and must be deleted first${now}`,
    ifDeleted: say`${nameOf(claim)} is bound to the volume and would have to be deleted first${ifDeleted}`,
    evidence: [
      proof(volume, "status.phase", volume.status?.phase),
      proof(claim, "metadata.deletionTimestamp", claim.metadata.deletionTimestamp),
    ],
    remedies: now.length > 0 ? [saveManifest(volume)] : [],
    avoid: strip(volume),
  };
}

/** What happens after the claim has been deleted, as far as it needs to be known; and what would, if the volume was deleted. */
function afterwards(volume: PersistentVolume): { readonly now: Phrase; readonly ifDeleted: Phrase } {
  const what = volumeHandleOf(volume) ?? volume.metadata.name;
  const because = say`because the volume has no deletion finalizer`;
  switch (outcomeOfDeleted(volume)) {
    case "leaked":
      return {
        now: say`; the disk ${what} then LEAKS, ${because}`,
        ifDeleted: say`; the disk ${what} would then LEAK, ${because}`,
      };
    case "deadlocked":
      return { now: say`; even then ${deadlock}`, ifDeleted: say`; even then ${deadlockThen}` };
    case "kept":
    case "destroyed":
      return { now: [], ifDeleted: [] };
  }
}

function claimGone(volume: PersistentVolume, why: Phrase): FoundHold<ProtectionReason> {
  const evidence = [proof(volume, "status.phase", volume.status?.phase)];
  const keep: readonly RemedyCall[] = [setRetain(volume), saveManifest(volume)];
  return deletionDeadlocks(volume)
    ? {
        reason: "PhaseCannotChange",
        holder: { person: "administrator" },
        message: say`${why}, but ${deadlock}`,
        evidence,
        remedies: keep,
      }
    : {
        reason: "BoundClaimIsGone",
        holder: { controller: "persistentvolume-controller" },
        message: say`${why}, so the phase should no longer be Bound: the PV controller is not acting, or is about to act`,
        evidence,
        remedies: [...keep, nudge(volume)],
      };
}

function strip(volume: PersistentVolume): Avoid {
  return notToRemove(
    finalizer,
    volume,
    say`${nameOf(volume)} would be deleted while it is Bound; the claim would become Lost until the volume is created again, and what is still attached could never be detached`,
  );
}
