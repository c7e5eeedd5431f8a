import { blocked, stuck, waiting } from "../../../engine/index.ts";

export type ProtectionReason = keyof typeof protectionReasons;

/** The pages of every reason why a deleted volume is kept while it is Bound. */
export const protectionReasons = {
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
