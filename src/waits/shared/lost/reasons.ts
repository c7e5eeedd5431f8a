import { blocked, stuck, waiting } from "../../../engine/index.ts";

export type LostReason = keyof typeof lostReasons;

const retain = '`kubectl patch pv NAME -p \'{"spec":{"persistentVolumeReclaimPolicy":"Retain"}}\'`';

/** The pages of every reason why a claim is Lost. Lost is the link between the objects, never the disk. */
export const lostReasons = {
  LostWithoutVolumeName: blocked("The claim counts as bound, but names no volume", {
    what: "The claim has the annotation pv.kubernetes.io/bind-completed, and spec.volumeName is empty.",
    why: "The annotation was copied from another claim, by a manifest or a backup.",
    whatToDo:
      "A person must create the claim again from a manifest without the annotations pv.kubernetes.io/bind-completed and pv.kubernetes.io/bound-by-controller. `kubectl pvguard why pvc/NAME -n NAMESPACE` prints the steps.",
  }),
  LostVolumeStillBound: blocked("The claim names no volume, but a volume is still bound to it", {
    what: "The claim counts as bound and spec.volumeName is empty. One volume has this claim, with its uid, in spec.claimRef.",
    why: "The claim was created again or edited without the name, most often by a controller that copies claims. The data is on the volume's disk.",
    whatToDo: `Set the volume to Retain: ${retain}. Then name it in the claim again: \`kubectl pvguard why pvc/NAME -n NAMESPACE\` prints the command. Do not delete the claim: the volume would be released, and with policy Delete its disk would be deleted.`,
  }),
  VolumesMadeInLoop: blocked("Volumes are created again and again for this claim", {
    what: "The claim counts as bound and names no volume, and several volumes have been created for it.",
    why: "The provisioner sees a claim without a volume and creates one, but the claim is never bound to it.",
    whatToDo:
      "First a person must create the claim again without the annotation pv.kubernetes.io/bind-completed: `kubectl delete pvc NAME -n NAMESPACE`. Only then delete the surplus volumes.",
  }),
  VolumeObjectMissing: blocked("The volume object no longer exists; its disk probably does", {
    what: "The claim names a PersistentVolume that no longer exists.",
    why: "The object was removed while it was Bound, most often because its finalizers were removed. Only the link is lost: the disk is in the storage backend, and pods may still be writing to it.",
    whatToDo:
      "Do not restart pods. A person must find the disk and create the PersistentVolume again, under the same name and with the uid of this claim: `kubectl create -f`. The claim then becomes Bound again.",
  }),
  RestoredWithoutVolume: blocked("The claim was restored without its volume", {
    what: "The claim is new, names a volume that does not exist in this cluster, and nothing uses it.",
    why: "It was created from a backup or a manifest that contains the volume's name and the annotations of a bound claim.",
    whatToDo:
      "A person must restore the volume too. Or create the claim again without spec.volumeName and without the annotations that start with pv.kubernetes.io/.",
  }),
  VolumeReservedForFormerClaim: blocked("The volume still belongs to a former claim of this name", {
    what: "The volume's claimRef names this claim's namespace and name with another uid.",
    why: "The claim was deleted and created again as one that counts as bound. Kubernetes compares uids. The data still exists; with policy Delete the disk is about to be deleted.",
    whatToDo: `If the policy is Delete, set Retain at once: ${retain}. Then point the claimRef to the uid of this claim. Clearing the uid does not help a Lost claim.`,
  }),
  ManifestShipsBinding: blocked("The claim's manifest contains annotations of a bound claim", {
    what: "The claim was created with the annotation pv.kubernetes.io/bind-completed and a spec.volumeName, and the volume belongs to a former claim.",
    why: "A live claim was exported into Git or a backup, with the fields that Kubernetes had written into it.",
    whatToDo: `A person must remove the annotations that start with pv.kubernetes.io/ from the manifest and create the claim again. Set the volume to Retain first: ${retain}.`,
  }),
  VolumeReservedWithoutUid: blocked("The volume is reserved by name only, so a Lost claim cannot use it", {
    what: "The volume's claimRef names this claim, without a uid.",
    why: "An empty uid is enough for a claim that was never bound. A claim that was bound accepts only its own uid.",
    whatToDo:
      "A person must put the claim's uid into the claimRef: `kubectl pvguard why pvc/NAME -n NAMESPACE` prints the command.",
  }),
  VolumeBelongsToOtherClaim: blocked("The volume belongs to another claim", {
    what: "The volume that the claim names has a claimRef for another namespace or name.",
    why: "The volume was given to another claim, or the claim was created with a spec.volumeName that is not its own.",
    whatToDo:
      "Do not take the volume from the other claim. A person must find out which claim the data belongs to, and create this one again with the right volume, or with none.",
  }),
  ClaimRefMixesClaims: blocked("The volume's claimRef has one claim's name and another one's uid", {
    what: "The uid in the claimRef is this claim's, but the name is not.",
    why: "A driver that provisions through helper claims did not finish, or the claimRef was edited.",
    whatToDo: `Set Retain meanwhile: ${retain}. Then ask the driver's vendor; editing the claimRef manually breaks what the driver has recorded.`,
  }),
  BindingComesBack: waiting("The volume exists, and the claim will be bound to it again", {
    what: "The volume exists and is free, or has this claim's uid. The PV controller binds them at its next sync.",
    why: "The volume was created again a moment ago.",
    whatToDo: "No action is needed. Run `kubectl pvguard why` again in a minute.",
  }),
  RebindingOverdue: stuck("The volume exists, but the PV controller does not bind it again", {
    what: "For more than five minutes the volume has existed and has been free, or has had this claim's uid. The claim is still Lost.",
    why: "The PV controller looks at every claim every 15 seconds. It does not run, it cannot write, or something that pvguard does not see prevents it.",
    whatToDo:
      "Check that kube-controller-manager runs: `kubectl get leases kube-controller-manager -n kube-system -o yaml` shows when it last renewed its lease. Then look for the claim's name in its log.",
  }),
};
