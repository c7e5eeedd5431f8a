import type { ReasonPage } from "../../../engine/index.ts";

export type ProvisionerReason =
  | "DeletionComesFirst"
  | "NotReleasedSoNotDeleted"
  | "RetainNotReleased"
  | "ClaimComesFirst";

/** The pages of every reason why a provisioner keeps its finalizer on a deleted volume. */
export const provisionerReasons: { readonly [K in ProvisionerReason]: ReasonPage } = {
  ClaimComesFirst: {
    title: "The volume is Bound, so its claim must be deleted first",
    category: "waiting",
    what: "The provisioner deletes a disk only when its volume is Released, and this volume is Bound.",
    why: "The disk is in use as long as the claim exists.",
    whatToDo:
      "No action is needed on the finalizer. Look at the claim: `kubectl pvguard why pvc/NAME -n NAMESPACE`.",
  },
  DeletionComesFirst: {
    title: "The driver must delete the disk first",
    category: "waiting",
    what: "The volume is Released with policy Delete. The provisioner removes the finalizer after the driver has deleted the disk.",
    why: "The finalizer keeps the record of the disk until the disk is deleted.",
    whatToDo:
      "No action is needed unless the deletion itself fails. `kubectl pvguard why pv/NAME` shows that as a separate reason. To keep the data, set the volume to Retain.",
  },
  NotReleasedSoNotDeleted: {
    title: "The provisioner never deletes a volume in this phase",
    category: "blocked",
    what: "The provisioner deletes only volumes in phase Released. This volume is Failed, or lost its claim reference, and keeps the finalizer permanently.",
    why: "Nothing returns a volume to Released. The phase Failed was set by the PV controller, which found no in-tree plugin, or by an older version of it.",
    whatToDo:
      'Set the volume to Retain: `kubectl patch pv NAME -p \'{"spec":{"persistentVolumeReclaimPolicy":"Retain"}}\'`. The provisioner then removes its finalizer, and the data is kept. Delete the disk manually if it is not needed.',
  },
  RetainNotReleased: {
    title: "The policy is Retain, but the provisioner keeps the finalizer",
    category: "stuck",
    what: "With policy Retain, the provisioner has nothing to delete and should have removed its finalizer.",
    why: "The provisioner is not running, the driver is not installed, or the provisioner is older than external-provisioner 5.0 and does not check volumes like this.",
    whatToDo:
      "Check that the driver's csi-provisioner is running and up to date. If it never will be, a person can remove the finalizer: with policy Retain, the disk is kept in any case.",
  },
};
