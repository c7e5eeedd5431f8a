import type { ReasonPage } from "../../../engine/index.ts";

export type ProvisionerReason =
  | "DeletionComesFirst"
  | "NotReleasedSoNotDeleted"
  | "RetainNotReleased"
  | "ClaimComesFirst";

/** The pages of every reason why a provisioner keeps its finalizer on a deleted volume. */
export const provisionerReasons: { readonly [K in ProvisionerReason]: ReasonPage } = {
  ClaimComesFirst: {
    title: "The volume is Bound: the claim has to go first",
    category: "waiting",
    what: "The provisioner deletes a disk only when its volume is Released, and this one is Bound.",
    why: "The disk is in use as long as there is a claim.",
    whatToDo:
      "Nobody must act on the finalizer. Look at the claim: `kubectl pvguard why pvc/NAME -n NAMESPACE`.",
  },
  DeletionComesFirst: {
    title: "The driver has to delete the disk first",
    category: "waiting",
    what: "The volume is Released with policy Delete. The finalizer goes when the driver has deleted the disk.",
    why: "It keeps the record of the disk until the disk is gone.",
    whatToDo:
      "Nobody must act unless the deletion itself fails; `kubectl pvguard why pv/NAME` names that as a reason of its own. To keep the data, set the volume to Retain.",
  },
  NotReleasedSoNotDeleted: {
    title: "The provisioner never deletes a volume in this phase",
    category: "blocked",
    what: "The provisioner deletes only volumes in phase Released. This one is Failed, or lost its claim reference, and keeps the finalizer for ever.",
    why: "Nothing brings a volume back to Released. Failed comes from the PV controller that found no in-tree plugin, or from an older version of it.",
    whatToDo:
      'Set the volume to Retain: the provisioner then drops its finalizer, and the data stays: `kubectl patch pv NAME --type=merge -p \'{"spec":{"persistentVolumeReclaimPolicy":"Retain"}}\'`. Delete the disk by hand if it is not wanted.',
  },
  RetainNotReleased: {
    title: "The policy is Retain, and the provisioner still holds the volume",
    category: "stuck",
    what: "With policy Retain the provisioner has nothing to delete and should have dropped its finalizer.",
    why: "The provisioner does not run, the driver is not installed, or it is older than external-provisioner 5.0 and does not look at such volumes.",
    whatToDo:
      "See that the csi-provisioner of the driver runs and is current. If it never will be, a person can remove the finalizer: with Retain the disk stays in any case.",
  },
};
