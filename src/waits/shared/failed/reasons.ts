import { blocked, waiting } from "../../../engine/index.ts";

export type FailedReason = keyof typeof failedReasons;

/** The pages of every reason why a volume is Failed. */
export const failedReasons = {
  NoDeleterForVolume: blocked("The volume was created manually, and no plugin can delete it", {
    what: "The claim no longer exists and the policy is Delete. No in-tree plugin can delete this source, and no provisioner created the volume.",
    why: "The volume was created manually. Kubernetes looked for a plugin that deletes it and found none. The data is untouched.",
    whatToDo:
      'Set Retain, which has the same effect as now: `kubectl patch pv NAME -p \'{"spec":{"persistentVolumeReclaimPolicy":"Retain"}}\'`. Then delete the object when it is not needed; the data is kept.',
  }),
  FailedAndRetained: waiting("The volume is Failed, and its policy Retain now keeps it", {
    what: "The phase is Failed, and the policy is now Retain.",
    why: "Retain ends the attempts to delete or recycle the volume, and leaves the phase as it is.",
    whatToDo:
      "No action is needed. When you do not need the object, save its manifest and delete it: `kubectl delete pv NAME`. The data is kept in the storage backend.",
  }),
  FailedNeverRetried: blocked("The driver's provisioner never deletes a Failed volume", {
    what: "The phase is Failed. A CSI driver's provisioner deletes only volumes in phase Released.",
    why: "An older version or another policy made it Failed, and nothing sets it back to Released.",
    whatToDo:
      'Set Retain: `kubectl patch pv NAME -p \'{"spec":{"persistentVolumeReclaimPolicy":"Retain"}}\'`. Then a person must delete the disk in the storage backend, and the object.',
  }),
  FailedUnderClaim: waiting("The volume is Failed, but its claim still exists", {
    what: "The phase is Failed, but the claim with the uid in the claimRef still exists. The PV controller reclaims a volume only after its claim is deleted.",
    why: "The phase was set manually, or the claim lost the name of its volume.",
    whatToDo:
      "The volume itself needs no action. Look at the claim: `kubectl pvguard why pvc/NAME -n NAMESPACE`.",
  }),
  ReclaimRetried: waiting("The disk could not be deleted yet, and the PV controller retries", {
    what: "The in-tree plugin could not delete the disk yet. The PV controller retries at each sync.",
    why: "The pod, the claim and the disk were deleted at about the same time, and detaching takes a moment.",
    whatToDo: "No action is needed. Run `kubectl pvguard why` again in half an hour.",
  }),
  ReclaimFails: blocked("The volume cannot be deleted or recycled", {
    what: "The PV controller tries to delete or recycle the volume again and again, and fails.",
    why: "The field status.message of the volume says why.",
    whatToDo:
      "A person must remove the cause that status.message names; the PV controller then continues. To stop the attempts, set the volume to Retain.",
  }),
};
