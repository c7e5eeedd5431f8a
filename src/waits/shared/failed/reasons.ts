import type { ReasonPage } from "../../../engine/index.ts";

export type FailedReason =
  | "NoDeleterForVolume"
  | "FailedAndRetained"
  | "FailedNeverRetried"
  | "FailedUnderClaim"
  | "ReclaimRetried"
  | "ReclaimFails";

/** The pages of every reason why a volume is Failed. */
export const failedReasons: { readonly [K in FailedReason]: ReasonPage } = {
  NoDeleterForVolume: {
    title: "Made by hand with policy Delete: nothing in Kubernetes can delete it",
    category: "blocked",
    what: "The claim is gone and the policy is Delete, but no in-tree plugin can delete this source, and nobody provisioned it.",
    why: "The volume was made by hand. Kubernetes looked for a plugin that deletes it and found none. The data is untouched.",
    whatToDo:
      'Set Retain, which is what happens anyway: `kubectl patch pv NAME --type=merge -p \'{"spec":{"persistentVolumeReclaimPolicy":"Retain"}}\'`. Then delete the object when it is not needed; the data stays.',
  },
  FailedAndRetained: {
    title: "Failed, with policy Retain: nothing more happens",
    category: "waiting",
    what: "The phase is Failed, and the policy is Retain by now.",
    why: "Retain ends the attempts to delete or recycle, and leaves the phase as it is.",
    whatToDo:
      "Nobody must act. When the object is not needed, save its manifest and delete it: `kubectl delete pv NAME`. The data stays in the backend.",
  },
  FailedNeverRetried: {
    title: "Failed: the driver's provisioner never deletes it",
    category: "blocked",
    what: "The phase is Failed. A CSI driver's provisioner deletes only volumes in phase Released.",
    why: "An older version or another policy made it Failed, and nothing brings it back to Released.",
    whatToDo:
      'Set Retain: `kubectl patch pv NAME --type=merge -p \'{"spec":{"persistentVolumeReclaimPolicy":"Retain"}}\'`. Then a person must delete the disk in the backend, and the object.',
  },
  FailedUnderClaim: {
    title: "Failed, and the claim that it is reserved for is still there",
    category: "waiting",
    what: "The phase is Failed, but the claim with the uid in the claimRef lives. The PV controller reclaims a volume only when its claim is gone.",
    why: "The phase was set by hand, or the claim lost the name of its volume.",
    whatToDo:
      "Nobody must act on the volume. Look at the claim: `kubectl pvguard why pvc/NAME -n NAMESPACE`.",
  },
  ReclaimRetried: {
    title: "Deleting it failed, and is tried again",
    category: "waiting",
    what: "The in-tree plugin could not delete the disk yet. The PV controller tries again at each sync.",
    why: "Pod, claim and disk went at about the same time, and the detach takes a moment.",
    whatToDo: "Nobody must act. Run `kubectl pvguard why` again in half an hour.",
  },
  ReclaimFails: {
    title: "Deleting or recycling it keeps failing",
    category: "blocked",
    what: "The PV controller tries to delete or recycle the volume again and again, and fails.",
    why: "The field status.message of the volume says why.",
    whatToDo:
      "A person must remove the cause that status.message names; the PV controller then goes on by itself. To give up, set the volume to Retain.",
  },
};
