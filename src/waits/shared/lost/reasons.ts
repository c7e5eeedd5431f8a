import type { ReasonPage } from "../../../engine/index.ts";

export type LostReason =
  | "LostWithoutVolumeName"
  | "LostVolumeStillBound"
  | "VolumesMadeInLoop"
  | "VolumeObjectMissing"
  | "RestoredWithoutVolume"
  | "VolumeReservedForFormerClaim"
  | "ManifestShipsBinding"
  | "VolumeReservedWithoutUid"
  | "VolumeBelongsToOtherClaim"
  | "ClaimRefMixesClaims"
  | "BindingComesBack"
  | "RebindingOverdue";

const retain =
  '`kubectl patch pv NAME --type=merge -p \'{"spec":{"persistentVolumeReclaimPolicy":"Retain"}}\'`';

/** The pages of every reason why a claim is Lost. Lost is said of the link between the objects, never of the disk. */
export const lostReasons: { readonly [K in LostReason]: ReasonPage } = {
  LostWithoutVolumeName: {
    title: "The claim counts as bound, but names no volume",
    category: "blocked",
    what: "The claim has the annotation pv.kubernetes.io/bind-completed, and spec.volumeName is empty.",
    why: "The annotation was copied from another claim, by a manifest or a backup.",
    whatToDo:
      "A person must make the claim again from a manifest without the annotations pv.kubernetes.io/bind-completed and pv.kubernetes.io/bound-by-controller. `kubectl pvguard why pvc/NAME -n NAMESPACE` prints the steps.",
  },
  LostVolumeStillBound: {
    title: "The claim names no volume, and a volume is still bound to it",
    category: "blocked",
    what: "The claim counts as bound and spec.volumeName is empty. One volume has this claim, with its uid, in spec.claimRef.",
    why: "The claim was made again or edited without the name, most often by a controller that copies claims. The data is on the volume's disk.",
    whatToDo: `Set the volume to Retain: ${retain}. Then name it in the claim again: \`kubectl pvguard why pvc/NAME -n NAMESPACE\` prints the command. Do not delete the claim: the volume would be released, and with policy Delete its disk is deleted.`,
  },
  VolumesMadeInLoop: {
    title: "Volumes are made again and again for one claim",
    category: "blocked",
    what: "The claim counts as bound and names no volume, and several volumes have been made for it.",
    why: "The provisioner sees a claim without a volume and makes one; the claim never takes it.",
    whatToDo:
      "A person must make the claim again without the annotation pv.kubernetes.io/bind-completed first: `kubectl delete pvc NAME -n NAMESPACE`. Only then delete the surplus volumes.",
  },
  VolumeObjectMissing: {
    title: "The volume's object is gone; the disk probably is not",
    category: "blocked",
    what: "The claim names a PersistentVolume that does not exist any more.",
    why: "The object was removed while it was Bound, most often by taking its finalizers off. Only the link is lost: the disk is in the backend, and pods may still be writing to it.",
    whatToDo:
      "Do not restart pods. A person must find the disk and make the PersistentVolume again, under the same name and with the uid of this claim: `kubectl create -f`. The claim is then Bound again.",
  },
  RestoredWithoutVolume: {
    title: "The claim was restored without its volume",
    category: "blocked",
    what: "The claim is new, names a volume that does not exist here, and nothing uses it.",
    why: "It was made from a backup or a manifest that carries the volume's name and the annotations of a bound claim.",
    whatToDo:
      "A person must restore the volume too, or make the claim again without spec.volumeName and without the annotations that start with pv.kubernetes.io/.",
  },
  VolumeReservedForFormerClaim: {
    title: "The volume still belongs to a former claim of this name",
    category: "blocked",
    what: "The volume's claimRef names this claim's namespace and name with another uid.",
    why: "The claim was deleted and made again as one that counts as bound. Kubernetes compares uids. The data is still there; with policy Delete the disk is about to be destroyed.",
    whatToDo: `Set Retain at once when the policy is Delete: ${retain}. Then point the claimRef to the uid of this claim. Clearing the uid does not help a Lost claim.`,
  },
  ManifestShipsBinding: {
    title: "The claim's manifest carries annotations of a bound claim",
    category: "blocked",
    what: "The claim was made with the annotation pv.kubernetes.io/bind-completed and a spec.volumeName, and the volume belongs to a former claim.",
    why: "Somebody exported a live claim into Git or a backup, with what Kubernetes had written into it.",
    whatToDo: `A person must take the annotations that start with pv.kubernetes.io/ out of the manifest and make the claim again. Set the volume to Retain first: ${retain}.`,
  },
  VolumeReservedWithoutUid: {
    title: "The volume is reserved by name only, which a Lost claim does not take",
    category: "blocked",
    what: "The volume's claimRef names this claim, without a uid.",
    why: "An empty uid is enough for a claim that was never bound. For one that was, only its own uid will do.",
    whatToDo:
      "A person must put the claim's uid into the claimRef: `kubectl pvguard why pvc/NAME -n NAMESPACE` prints the command.",
  },
  VolumeBelongsToOtherClaim: {
    title: "The volume belongs to another claim",
    category: "blocked",
    what: "The volume that the claim names has a claimRef for another namespace or name.",
    why: "The volume was given to another claim, or the claim was made with a foreign spec.volumeName.",
    whatToDo:
      "Do not take the volume from the other claim. A person must find out which claim the data belongs to, and make this one again with the right volume, or with none.",
  },
  ClaimRefMixesClaims: {
    title: "The volume's claimRef has the name of one claim and the uid of another",
    category: "blocked",
    what: "The uid in the claimRef is this claim's, the name is not.",
    why: "A driver that provisions through helper claims did not finish, or somebody edited the claimRef.",
    whatToDo: `Set Retain meanwhile: ${retain}. Then a person must ask the driver's vendor; editing the claimRef by hand breaks what the driver has recorded.`,
  },
  BindingComesBack: {
    title: "The volume is there: the claim is bound again next",
    category: "waiting",
    what: "The volume exists and is free, or has this claim's uid. The PV controller binds them at its next sync.",
    why: "The volume came back a moment ago.",
    whatToDo: "Nobody must act. Run `kubectl pvguard why` again in a minute.",
  },
  RebindingOverdue: {
    title: "The volume is there, and the PV controller does not bind it again",
    category: "stuck",
    what: "The volume exists and is free, or has this claim's uid, for more than five minutes. The claim is still Lost.",
    why: "The PV controller looks at every claim each 15 seconds. It does not run, it cannot write, or something keeps it from it that pvguard does not see.",
    whatToDo:
      "See that kube-controller-manager runs: `kubectl get leases kube-controller-manager -n kube-system -o yaml` shows when it last said so. Then look for the claim's name in its log.",
  },
};
