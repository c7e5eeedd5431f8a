import {
  claimOf,
  finalizerNames,
  findDeletablePlugin,
  migrationDriver,
  reclaimPolicyOf,
  volumeHandleOf,
} from "../controllers/index.ts";
import { defineFinalizer, type FoundHold } from "../engine/index.ts";
import { type PersistentVolume, proof, refOf, say } from "../model/index.ts";

const finalizer = finalizerNames.pvController;

type Reason = "InTreeVolumeStillBound" | "InTreeDeletionComesFirst" | "InTreePluginGone";

export default defineFinalizer<"v1/persistentvolumes", Reason>({
  finalizer,
  on: ["v1/persistentvolumes"],
  owner: "persistentvolume-controller",
  needs: [],
  sources: [
    "kubernetes/kubernetes pkg/controller/volume/persistentvolume/pv_controller_base.go modifyDeletionFinalizers, 1.36",
    "kubernetes/kubernetes pkg/controller/volume/persistentvolume/pv_controller.go deleteVolumeOperation, removeDeletionProtectionFinalizer, 1.36",
  ],
  addedWhen:
    "The PV controller sees a volume that an in-tree plugin made, with policy Delete, that no CSI driver has taken over.",
  releasedWhen:
    "The in-tree plugin has deleted the disk, the policy is no longer Delete, or a CSI driver has taken the volume over.",
  ifForced: "The volume object goes and the disk stays in the backend, unrecorded.",
  manualRemoval: {
    safety: "loses-data",
    check: "The disk is proven gone in the backend, or is written down and may stay.",
  },
  since: "Kubernetes 1.23, on by default from 1.31",
  reasons: {
    InTreeVolumeStillBound: {
      title: "The in-tree volume is Bound: the claim has to go first",
      category: "waiting",
      what: "The PV controller deletes a disk only when its claim is gone.",
      why: "The disk is in use as long as there is a claim.",
      whatToDo:
        "Nobody must act on the finalizer. Look at the claim: `kubectl pvguard why pvc/NAME -n NAMESPACE`.",
    },
    InTreeDeletionComesFirst: {
      title: "The in-tree plugin has to delete the disk first",
      category: "waiting",
      what: "The claim is gone and the policy is Delete. The finalizer goes when the plugin has deleted the disk.",
      why: "It keeps the record of the disk until the disk is gone.",
      whatToDo:
        "Nobody must act unless the deletion fails; the volume's status.message then says why. To keep the data, set the volume to Retain.",
    },
    InTreePluginGone: {
      title: "The in-tree plugin that must delete the disk does not exist any more",
      category: "stuck",
      what: "The plugin that made the volume was removed from Kubernetes, and no CSI driver has taken the volume over.",
      why: "Cloud plugins left the tree; their volumes are handled by CSI drivers, but this one is not.",
      whatToDo:
        'Set the volume to Retain: the PV controller then drops its finalizer: `kubectl patch pv NAME --type=merge -p \'{"spec":{"persistentVolumeReclaimPolicy":"Retain"}}\'`. The disk stays; a person must delete it in the backend.',
    },
  },
  holds(volume) {
    if (reclaimPolicyOf(volume) !== "Delete" || migrationDriver(volume) !== undefined) return [];
    if (volume.status?.phase === "Bound") return [claimFirst(volume)];
    return [findDeletablePlugin(volume).deleter === "missing" ? pluginGone(volume) : deletionFirst(volume)];
  },
  idle: (volume) => [{ remedy: "nudge", on: refOf(volume) }],
});

function claimFirst(volume: PersistentVolume): FoundHold<Reason> {
  const claim = claimOf(volume);
  return {
    reason: "InTreeVolumeStillBound",
    holder: claim === undefined ? { controller: "persistentvolume-controller" } : { object: claim },
    message: say`the PV controller deletes the disk only when the claim is gone, and the volume is Bound`,
    evidence: [proof(refOf(volume), "status.phase", "Bound")],
  };
}

function deletionFirst(volume: PersistentVolume): FoundHold<Reason> {
  return {
    reason: "InTreeDeletionComesFirst",
    holder: { controller: "persistentvolume-controller" },
    message: say`the PV controller removes it once it has deleted ${volumeHandleOf(volume) ?? "the disk"}`,
    evidence: [proof(refOf(volume), "status.phase", volume.status?.phase)],
  };
}

function pluginGone(volume: PersistentVolume): FoundHold<Reason> {
  const found = findDeletablePlugin(volume);
  const plugin = found.deleter === "missing" ? (found.plugin ?? "unknown") : "unknown";
  return {
    reason: "InTreePluginGone",
    holder: { driver: plugin },
    message: say`the in-tree plugin ${plugin} that must delete ${volumeHandleOf(volume) ?? "the disk"} is not part of Kubernetes any more`,
    evidence: [proof(refOf(volume), "metadata.annotations", plugin)],
    remedies: [
      { remedy: "set-retain", on: refOf(volume) },
      { remedy: "save-manifest", on: refOf(volume) },
    ],
    avoid: [
      {
        step: say`removing the finalizer ${finalizer} by hand`,
        because: say`with Retain the PV controller removes it itself, and the policy then says what is true: the disk stays`,
      },
    ],
  };
}
