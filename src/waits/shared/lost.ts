import type { Cluster } from "../../cluster/index.ts";
import {
  manifestShipsBinding,
  manifestTool,
  reclaimPolicyOf,
  releaseDestroys,
  volumeHandleOf,
} from "../../controllers/index.ts";
import type { FoundHold } from "../../define/index.ts";
import { blocked, isOverdue, stuck, waiting } from "../../define/index.ts";
import type { PersistentVolume, PersistentVolumeClaim } from "../../kubernetes/index.ts";
import { nameOf, say } from "../../kubernetes/index.ts";
import {
  checkController,
  recreateClaim,
  releaseClaimRef,
  saveManifest,
  setRetain,
} from "../../remedies/index.ts";
import type { RemedyCall } from "../../report/index.ts";
import { proof } from "../../report/index.ts";

export function withVolume(
  claim: PersistentVolumeClaim,
  volume: PersistentVolume,
  cluster: Cluster,
): FoundHold<LostReason> {
  const claimRef = volume.spec?.claimRef;
  const { name, namespace, uid } = claim.metadata;
  if (claimRef === undefined) return comesBack(claim, volume, cluster);
  const isNamed = claimRef.name === name && claimRef.namespace === namespace;
  if (claimRef.uid === uid) return isNamed ? comesBack(claim, volume, cluster) : mixed(claim, volume);
  if (!isNamed) return otherClaim(claim, volume);
  return reservedForOther(claim, volume, {
    tool: manifestTool(claim),
    ships: manifestShipsBinding(claim),
    policy: reclaimPolicyOf(volume),
    isDestroyed: releaseDestroys(volume),
    handle: volumeHandleOf(volume) ?? volume.metadata.name,
  });
}

function comesBack(
  claim: PersistentVolumeClaim,
  volume: PersistentVolume,
  cluster: Cluster,
): FoundHold<LostReason> {
  const holder = { controller: "persistentvolume-controller" };
  const evidence = [
    proof(volume, "spec.claimRef.uid", volume.spec?.claimRef?.uid ?? null),
    proof(claim, "metadata.uid", claim.metadata.uid),
  ];
  return isOverdue([claim, volume], cluster)
    ? {
        reason: "RebindingOverdue",
        holder,
        message: say`${nameOf(volume)} is ready for the claim, but the PV controller has not bound them again for more than five minutes (normally seconds): it does not act, or something that pvguard does not see prevents it`,
        evidence,
        remedies: [checkController(claim, { controller: "kube-controller-manager" })],
      }
    : {
        reason: "BindingComesBack",
        holder,
        message: say`${nameOf(volume)} is ready for the claim: the PV controller will bind them again at its next sync`,
        evidence,
      };
}

function mixed(claim: PersistentVolumeClaim, volume: PersistentVolume): FoundHold<LostReason> {
  const claimRef = volume.spec?.claimRef;
  return {
    reason: "ClaimRefMixesClaims",
    holder: { person: "administrator" },
    message: say`the claimRef of ${nameOf(volume)} has the uid of this claim and the name ${claimRef?.namespace ?? ""}/${claimRef?.name ?? ""}: name and uid belong to different claims`,
    evidence: [
      proof(volume, "spec.claimRef.name", claimRef?.name),
      proof(volume, "spec.claimRef.uid", claim.metadata.uid),
    ],
    remedies: [setRetain(volume), saveManifest(volume)],
    avoid: {
      step: say`set the claimRef to this claim manually`,
      because: say`a driver that works with helper claims would lose its own record`,
    },
  };
}

function otherClaim(claim: PersistentVolumeClaim, volume: PersistentVolume): FoundHold<LostReason> {
  const claimRef = volume.spec?.claimRef;
  return {
    reason: "VolumeBelongsToOtherClaim",
    holder: { person: "owner" },
    message: say`${nameOf(volume)} belongs to ${claimRef?.namespace ?? ""}/${claimRef?.name ?? ""}, not to this claim`,
    evidence: [proof(volume, "spec.claimRef.name", claimRef?.name)],
    remedies: [
      saveManifest(volume),
      recreateClaim(claim, {
        change: "Delete spec.volumeName, or name the volume that has the data of this claim.",
      }),
    ],
    avoid: {
      step: say`point the volume to this claim`,
      because: say`the other claim would lose its volume, and this one would read data that is not its own`,
    },
  };
}

/** What else is known of a claim whose volume belongs to a former claim of its name. */
interface Circumstances {
  readonly tool: string | undefined;
  readonly ships: boolean;
  readonly policy: string;
  /** Whether a controller will delete the disk in the current state. */
  readonly isDestroyed: boolean;
  readonly handle: string;
}

/** The volume names this claim's namespace and name, and has another uid or none. */
function reservedForOther(
  claim: PersistentVolumeClaim,
  volume: PersistentVolume,
  { tool, ships, policy, isDestroyed, handle }: Circumstances,
): FoundHold<LostReason> {
  const uid = volume.spec?.claimRef?.uid ?? "";
  const setUid: RemedyCall = releaseClaimRef(volume, { part: "set-uid" });
  const retain: readonly RemedyCall[] = policy === "Delete" ? [setRetain(volume)] : [];
  const danger = isDestroyed
    ? say`; with policy Delete ${handle} is being deleted: set Retain at once`
    : say`; the data still exists`;
  const base = {
    holder: { person: "owner" },
    evidence: [proof(volume, "spec.claimRef.uid", uid), proof(claim, "metadata.uid", claim.metadata.uid)],
    avoid: [
      {
        step: say`delete ${nameOf(volume)}`,
        because: say`it is the right volume, and the record of where the data is`,
      },
      {
        step: say`clear only the uid in its claimRef`,
        because: say`that helps a Pending claim; a Lost claim stays Lost`,
      },
    ],
  } as const;
  if (uid === "") {
    return {
      ...base,
      reason: "VolumeReservedWithoutUid",
      message: say`${nameOf(volume)} is reserved for the claim by name only, but a Lost claim accepts only its own uid`,
      remedies: [setUid],
    };
  }
  const former = say`${nameOf(volume)} is reserved for a former ${nameOf(claim)} (uid ${uid})`;
  if (!ships && tool === undefined) {
    return {
      ...base,
      reason: "VolumeReservedForFormerClaim",
      message: say`${former}${danger}`,
      remedies: [...retain, setUid],
    };
  }
  return {
    ...base,
    reason: "ManifestShipsBinding",
    message: say`${former}; the manifest of the claim${tool === undefined ? [] : say` (from ${tool})`} contains the runtime annotations pv.kubernetes.io/bind-completed, so the claim counts as bound${danger}`,
    remedies: [...retain, setUid, recreateClaim(claim)],
  };
}

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
