import { blocked, stuck, waiting } from "../../../engine/index.ts";

export type PvControllerReason = keyof typeof pvControllerReasons;

export const pvControllerReasons = {
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
