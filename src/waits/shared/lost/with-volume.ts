import {
  manifestShipsBinding,
  manifestTool,
  reclaimPolicyOf,
  releaseDestroys,
  volumeHandleOf,
} from "../../../controllers/index.ts";
import { type FoundHold, nameOf } from "../../../engine/index.ts";
import {
  type Cluster,
  type PersistentVolume,
  type PersistentVolumeClaim,
  proof,
  refOf,
  say,
} from "../../../model/index.ts";
import { isOverdue } from "../overdue.ts";
import type { LostReason } from "./reasons.ts";
import { reservedForOther } from "./reserved.ts";

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
  const on = refOf(claim);
  return isOverdue([claim, volume], cluster)
    ? {
        reason: "RebindingOverdue",
        holder,
        message: say`${nameOf(refOf(volume))} is ready for the claim, but the PV controller has not bound them again for more than five minutes (normally seconds): it does not act, or something that pvguard does not see prevents it`,
        evidence: [
          proof(refOf(volume), "spec.claimRef.uid", volume.spec?.claimRef?.uid ?? null),
          proof(on, "metadata.uid", claim.metadata.uid),
        ],
        remedies: [{ remedy: "check-controller", on, using: { controller: "kube-controller-manager" } }],
      }
    : {
        reason: "BindingComesBack",
        holder,
        message: say`${nameOf(refOf(volume))} is ready for the claim: the PV controller will bind them again at its next sync`,
      };
}

function mixed(claim: PersistentVolumeClaim, volume: PersistentVolume): FoundHold<LostReason> {
  const claimRef = volume.spec?.claimRef;
  return {
    reason: "ClaimRefMixesClaims",
    holder: { person: "administrator" },
    message: say`the claimRef of ${nameOf(refOf(volume))} has the uid of this claim and the name ${claimRef?.namespace ?? ""}/${claimRef?.name ?? ""}: name and uid belong to different claims`,
    evidence: [
      proof(refOf(volume), "spec.claimRef.name", claimRef?.name),
      proof(refOf(volume), "spec.claimRef.uid", claim.metadata.uid),
    ],
    remedies: [
      { remedy: "set-retain", on: refOf(volume) },
      { remedy: "save-manifest", on: refOf(volume) },
    ],
    avoid: [
      {
        step: say`set the claimRef to this claim manually`,
        because: say`a driver that works with helper claims would lose its own record`,
      },
    ],
  };
}

function otherClaim(claim: PersistentVolumeClaim, volume: PersistentVolume): FoundHold<LostReason> {
  const claimRef = volume.spec?.claimRef;
  return {
    reason: "VolumeBelongsToOtherClaim",
    holder: { person: "owner" },
    message: say`${nameOf(refOf(volume))} belongs to ${claimRef?.namespace ?? ""}/${claimRef?.name ?? ""}, not to this claim`,
    evidence: [proof(refOf(volume), "spec.claimRef.name", claimRef?.name)],
    remedies: [
      { remedy: "save-manifest", on: refOf(volume) },
      {
        remedy: "recreate-claim",
        on: refOf(claim),
        using: { change: "Delete spec.volumeName, or name the volume that has the data of this claim." },
      },
    ],
    avoid: [
      {
        step: say`point the volume to this claim`,
        because: say`the other claim would lose its volume, and this one would read data that is not its own`,
      },
    ],
  };
}
