import type { ReasonPage } from "../../../engine/index.ts";

export type PvControllerReason =
  | "InTreeVolumeStillBound"
  | "InTreeClaimAlive"
  | "InTreeDeletionComesFirst"
  | "InTreeVolumeNotReleased"
  | "InTreePluginGone"
  | "FinalizerNotManaged";

export const pvControllerReasons: { readonly [reason in PvControllerReason]: ReasonPage } = {
  InTreeVolumeStillBound: {
    title: "The in-tree volume is Bound: the claim has to go first",
    category: "waiting",
    what: "The PV controller deletes a disk only when its claim is gone.",
    why: "The disk is in use as long as there is a claim.",
    whatToDo:
      "Nobody must act on the finalizer. Look at the claim: `kubectl pvguard why pvc/NAME -n NAMESPACE`.",
  },
  InTreeClaimAlive: {
    title: "The claim that the in-tree volume is reserved for is still there",
    category: "waiting",
    what: "The phase is Released or Failed, but the claim with the uid in the claimRef lives. The PV controller deletes the disk only when that claim is gone.",
    why: "The phase was set by hand, or the claim lost the name of its volume. A volume that is being deleted is not given to a claim any more.",
    whatToDo:
      "Nobody must act on the finalizer. Look at the claim: `kubectl pvguard why pvc/NAME -n NAMESPACE`. Once it is gone the disk is deleted; set the volume to Retain first to keep the data.",
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
  InTreeVolumeNotReleased: {
    title: "The in-tree volume is not Released, so its disk is never deleted",
    category: "blocked",
    what: "The PV controller deletes the disk of a volume whose claim is gone. No claim was ever bound to this one, or it was unbound from it.",
    why: "Without a claimRef that has a uid, a volume is Available, and an Available volume is not reclaimed.",
    whatToDo:
      'Set the volume to Retain: the PV controller then drops its finalizer: `kubectl patch pv NAME --type=merge -p \'{"spec":{"persistentVolumeReclaimPolicy":"Retain"}}\'`. The disk stays; a person must delete it in the backend.',
  },
  FinalizerNotManaged: {
    title: "The PV controller never takes its finalizer from such a volume",
    category: "blocked",
    what: "The PV controller removes it after an in-tree deletion, and from volumes that an in-tree plugin provisioned. No in-tree plugin will delete this one, and the annotation pv.kubernetes.io/provisioned-by names none.",
    why: "A manifest was copied with its finalizers, or the annotation was lost.",
    whatToDo:
      "A person must remove the finalizer, by the guarded command that `kubectl pvguard why pv/NAME` prints. Write down the disk before: nothing records it any more.",
  },
};
