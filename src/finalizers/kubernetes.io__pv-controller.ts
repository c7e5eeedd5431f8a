import type { Cluster } from "../cluster/index.ts";
import {
  claimAlive,
  claimOf,
  finalizerNames,
  finalizersAreManaged,
  findDeletablePlugin,
  modifyDeletionFinalizers,
  provisionedBy,
  reclaimPolicyOf,
  volumeHandleOf,
} from "../controllers/index.ts";
import type { FoundHold } from "../define/index.ts";
import { blocked, couldNotRead, defineFinalizer, notToRemove, stuck, waiting } from "../define/index.ts";
import type { PersistentVolume, PersistentVolumeClaim } from "../kubernetes/index.ts";
import { nameOf, refOf, say } from "../kubernetes/index.ts";
import { dropFinalizer, nudge, saveManifest, setRetain } from "../remedies/index.ts";
import type { RemedyCall } from "../report/index.ts";
import { proof } from "../report/index.ts";

type PvControllerReason = keyof typeof pvControllerReasons;

const pvControllerReasons = {
  InTreeVolumeStillBound: waiting("The in-tree volume is Bound until its claim is deleted", {
    what: "The PV controller deletes a disk only after its claim has been deleted.",
    why: "The disk is in use as long as the claim exists.",
    whatToDo:
      "No action is needed on the finalizer. Look at the claim: `kubectl pvguard why pvc/NAME -n NAMESPACE`.",
  }),
  InTreeClaimAlive: waiting("The claim in the in-tree volume's claimRef still exists", {
    what: "The phase is Released or Failed, but the claim with the uid in the claimRef still exists. The PV controller deletes the disk only after that claim has been deleted.",
    why: "The phase was set manually, or the claim lost the name of its volume. A volume that is being deleted cannot be bound to a claim again.",
    whatToDo:
      "No action is needed on the finalizer. Look at the claim: `kubectl pvguard why pvc/NAME -n NAMESPACE`. Once the claim has been deleted, the disk is deleted. To keep the data, set the volume to Retain first.",
  }),
  InTreeDeletionComesFirst: waiting("The in-tree plugin must delete the disk first", {
    what: "The claim no longer exists, and the policy is Delete. The PV controller removes the finalizer after the plugin has deleted the disk.",
    why: "The finalizer keeps the record of the disk until the disk is deleted.",
    whatToDo:
      "No action is needed unless the deletion fails. Then status.message of the volume says why: `kubectl describe pv NAME`. To keep the data, set the volume to Retain.",
  }),
  InTreePluginGone: stuck("The in-tree plugin that must delete the disk no longer exists", {
    what: "The plugin that created the volume was removed from Kubernetes, and no CSI driver has taken the volume over.",
    why: "Cloud plugins were removed from Kubernetes. CSI drivers handle their volumes, but none handles this one.",
    whatToDo:
      'Set the volume to Retain: `kubectl patch pv NAME -p \'{"spec":{"persistentVolumeReclaimPolicy":"Retain"}}\'`. The PV controller then removes its finalizer. The disk is kept: a person must delete it in the storage backend.',
  }),
  InTreeVolumeNotReleased: blocked("The in-tree volume is not Released, so its disk is kept", {
    what: "The PV controller deletes the disk of a volume whose claim has been deleted. No claim was ever bound to this volume, or the claim was unbound from it.",
    why: "A volume whose claimRef has no uid is Available, and an Available volume is not reclaimed.",
    whatToDo:
      'Set the volume to Retain: `kubectl patch pv NAME -p \'{"spec":{"persistentVolumeReclaimPolicy":"Retain"}}\'`. The PV controller then removes its finalizer. The disk is kept: a person must delete it in the storage backend.',
  }),
  FinalizerNotManaged: blocked("The PV controller never removes its finalizer from the volume", {
    what: "The PV controller removes the finalizer after an in-tree deletion, and from volumes that an in-tree plugin provisioned. No in-tree plugin will delete this volume, and the annotation pv.kubernetes.io/provisioned-by names none.",
    why: "A manifest was copied with its finalizers, or the annotation was lost.",
    whatToDo:
      "A person must remove the finalizer, with the guarded command that `kubectl pvguard why pv/NAME` prints. Write down the disk first: nothing records it afterwards.",
  }),
};

type PvControllerHold = FoundHold<PvControllerReason>;

const finalizer = finalizerNames.pvController;

/** What the PV controller waits for. It never removes the finalizer from a volume that it neither created nor can delete. */
function pvControllerHolds(
  volume: PersistentVolume,
  cluster: Cluster,
): readonly (PvControllerHold | FoundHold<"CouldNotRead">)[] {
  if (!modifyDeletionFinalizers(volume).includes(finalizer)) return [];
  if (reclaimPolicyOf(volume) !== "Delete") return [notManaged(volume)];
  switch (findDeletablePlugin(volume).deleter) {
    case "external":
      return [notManaged(volume)];
    case "missing":
      return [finalizersAreManaged(volume) ? pluginGone(volume) : notManaged(volume)];
    case "plugin":
      return [byPhase(volume, cluster)];
  }
}

/** The in-tree plugin can delete; the PV controller lets it do so when the volume is Released, and retries when it Failed. */
function byPhase(volume: PersistentVolume, cluster: Cluster): PvControllerHold | FoundHold<"CouldNotRead"> {
  switch (volume.status?.phase) {
    case "Bound":
      return claimFirst(volume);
    case "Released":
    case "Failed":
      return afterRelease(volume, cluster);
    default:
      return finalizersAreManaged(volume) ? notReleased(volume) : notManaged(volume);
  }
}

function afterRelease(
  volume: PersistentVolume,
  cluster: Cluster,
): PvControllerHold | FoundHold<"CouldNotRead"> {
  const claim = claimAlive(volume, cluster);
  switch (claim.state) {
    case "unread":
      return couldNotRead(claim.unread);
    case "found":
      return claimAliveFirst(volume, claim.object);
    case "absent":
      return {
        reason: "InTreeDeletionComesFirst",
        holder: { controller: "persistentvolume-controller" },
        message: say`the PV controller removes the finalizer after it has deleted ${diskOf(volume)}`,
        evidence: [proof(volume, "status.phase", volume.status?.phase)],
      };
  }
}

function claimAliveFirst(volume: PersistentVolume, claim: PersistentVolumeClaim): PvControllerHold {
  return {
    reason: "InTreeClaimAlive",
    holder: { object: refOf(claim) },
    message: say`the PV controller deletes the disk only after ${nameOf(claim)} has been deleted: the volume's claimRef has its uid`,
    evidence: [
      proof(volume, "spec.claimRef.uid", volume.spec?.claimRef?.uid),
      proof(claim, "metadata.uid", claim.metadata.uid),
    ],
  };
}

function diskOf(volume: PersistentVolume): string {
  return volumeHandleOf(volume) ?? "the disk";
}

function claimFirst(volume: PersistentVolume): PvControllerHold {
  const claim = claimOf(volume);
  return {
    reason: "InTreeVolumeStillBound",
    holder: claim === undefined ? { controller: "persistentvolume-controller" } : { object: claim },
    message: say`the PV controller deletes the disk only after the claim has been deleted, and the volume is Bound`,
    evidence: [proof(volume, "status.phase", "Bound")],
  };
}

function notReleased(volume: PersistentVolume): PvControllerHold {
  const phase = volume.status?.phase ?? "not set";
  return {
    reason: "InTreeVolumeNotReleased",
    holder: { person: "administrator" },
    message: say`the PV controller deletes the disk only of a Released volume, but the phase of this volume is ${phase}; policy Retain releases the object and keeps the data`,
    evidence: [proof(volume, "status.phase", phase)],
    ...toRetain(volume),
  };
}

function pluginGone(volume: PersistentVolume): PvControllerHold {
  const found = findDeletablePlugin(volume);
  const plugin = found.deleter === "missing" ? (found.plugin ?? "unknown") : "unknown";
  return {
    reason: "InTreePluginGone",
    holder: { driver: plugin },
    message: say`the in-tree plugin ${plugin}, which must delete ${diskOf(volume)}, is no longer part of Kubernetes`,
    evidence: [proof(volume, "metadata.annotations", plugin)],
    ...toRetain(volume),
  };
}

function toRetain(volume: PersistentVolume): Pick<PvControllerHold, "remedies" | "avoid"> {
  return {
    remedies: [setRetain(volume), saveManifest(volume)],
    avoid: notToRemove(
      finalizer,
      volume,
      say`with policy Retain, the PV controller removes the finalizer itself, and the policy then says correctly that the disk is kept`,
    ),
  };
}

function notManaged(volume: PersistentVolume): PvControllerHold {
  const handle = volumeHandleOf(volume);
  const drop: RemedyCall = dropFinalizer(volume, {
    finalizer,
    costs: "the work alone",
    ...(handle === undefined ? {} : { leaks: handle }),
  });
  return {
    reason: "FinalizerNotManaged",
    holder: { person: "administrator" },
    message: say`the PV controller never removes the finalizer here: pv.kubernetes.io/provisioned-by names no in-tree plugin, and no in-tree plugin deletes ${diskOf(volume)}`,
    evidence: [proof(volume, "metadata.annotations", provisionedBy(volume) ?? "")],
    remedies: [drop],
  };
}

export default defineFinalizer({
  finalizer: finalizerNames.pvController,
  on: ["v1/persistentvolumes"],
  owner: "persistentvolume-controller",
  needs: ["v1/persistentvolumeclaims"],
  sources: [
    "kubernetes/kubernetes pkg/controller/volume/persistentvolume/pv_controller_base.go modifyDeletionFinalizers, 1.36",
    "kubernetes/kubernetes pkg/controller/volume/persistentvolume/pv_controller.go deleteVolumeOperation, removeDeletionProtectionFinalizer, 1.36",
  ],
  addedWhen:
    "The PV controller sees a volume with policy Delete that an in-tree plugin created and that no CSI driver has taken over.",
  releasedWhen:
    "The in-tree plugin has deleted the disk. Or, for a volume that an in-tree plugin provisioned: the policy is no longer Delete, or a CSI driver has taken the volume over.",
  ifForced: "The volume object is deleted. The disk remains in the storage backend with no record of it.",
  manualRemoval: {
    safety: "loses-data",
    check:
      "It is proven that the disk no longer exists in the storage backend, or the disk is written down and may remain.",
  },
  since: "Kubernetes 1.23, on by default from 1.31",
  reasons: pvControllerReasons,
  holds: pvControllerHolds,
  idle: (volume) => [nudge(volume)],
});
