import {
  manifestShipsBinding,
  manifestTool,
  reclaimPolicyOf,
  releaseDestroys,
  volumeHandleOf,
} from "../../../controllers/index.ts";
import { type FoundHold, nameOf, remedy } from "../../../engine/index.ts";
import {
  type Cluster,
  type PersistentVolume,
  type PersistentVolumeClaim,
  proof,
  type RemedyCall,
  say,
} from "../../../model/index.ts";
import { isOverdue } from "../overdue.ts";
import type { LostReason } from "./reasons.ts";

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
  return isOverdue([claim, volume], cluster)
    ? {
        reason: "RebindingOverdue",
        holder,
        message: say`${nameOf(volume)} is ready for the claim, but the PV controller has not bound them again for more than five minutes (normally seconds): it does not act, or something that pvguard does not see prevents it`,
        evidence: [
          proof(volume, "spec.claimRef.uid", volume.spec?.claimRef?.uid ?? null),
          proof(claim, "metadata.uid", claim.metadata.uid),
        ],
        remedies: [remedy("check-controller", claim, { controller: "kube-controller-manager" })],
      }
    : {
        reason: "BindingComesBack",
        holder,
        message: say`${nameOf(volume)} is ready for the claim: the PV controller will bind them again at its next sync`,
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
    remedies: [remedy("set-retain", volume), remedy("save-manifest", volume)],
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
      remedy("save-manifest", volume),
      remedy("recreate-claim", claim, {
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
  const setUid: RemedyCall = remedy("release-claim-ref", volume, { part: "set-uid" });
  const retain: readonly RemedyCall[] = policy === "Delete" ? [remedy("set-retain", volume)] : [];
  const danger = isDestroyed
    ? say`; with policy Delete ${handle} is being deleted: set Retain at once`
    : say`; the data still exists`;
  const base = {
    holder: { person: "owner" },
    evidence: [proof(volume, "spec.claimRef.uid", uid), proof(claim, "metadata.uid", claim.metadata.uid)],
    avoid: avoid(volume),
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
    remedies: [...retain, setUid, remedy("recreate-claim", claim)],
  };
}

function avoid(volume: PersistentVolume) {
  return [
    {
      step: say`delete ${nameOf(volume)}`,
      because: say`it is the right volume, and the record of where the data is`,
    },
    {
      step: say`clear only the uid in its claimRef`,
      because: say`that helps a Pending claim; a Lost claim stays Lost`,
    },
  ];
}
