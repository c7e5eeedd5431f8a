import type { ReasonPage } from "../../../engine/index.ts";

export type ProtectionReason =
  | "VolumeDeletedWhileBound"
  | "BoundClaimTerminating"
  | "BoundClaimIsGone"
  | "PhaseCannotChange";

/** The pages of every reason why a deleted volume is kept while it is Bound. */
export const protectionReasons: { readonly [K in ProtectionReason]: ReasonPage } = {
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
    category: "blocked",
    what: "The PV controller wants to add kubernetes.io/pv-controller to a volume that is being deleted. The API server refuses that at every sync, so that the phase stays Bound.",
    why: "The finalizer was taken off by hand, or the volume was deleted before Kubernetes 1.31 was installed.",
    whatToDo:
      'Set the volume to Retain: the controller then has nothing to add, and goes on: `kubectl patch pv NAME --type=merge -p \'{"spec":{"persistentVolumeReclaimPolicy":"Retain"}}\'`. The disk stays and must be deleted by hand.',
  },
};
