import type { FoundHold } from "../../../engine/index.ts";
import { nameOf } from "../../../engine/index.ts";
import {
  type PersistentVolume,
  type PersistentVolumeClaim,
  proof,
  type RemedyCall,
  refOf,
  say,
} from "../../../model/index.ts";
import type { LostReason } from "./reasons.ts";

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
export function reservedForOther(
  claim: PersistentVolumeClaim,
  volume: PersistentVolume,
  { tool, ships, policy, isDestroyed, handle }: Circumstances,
): FoundHold<LostReason> {
  const uid = volume.spec?.claimRef?.uid ?? "";
  const on = refOf(volume);
  const setUid: RemedyCall = { remedy: "release-claim-ref", on, using: { part: "set-uid" } };
  const retain: readonly RemedyCall[] = policy === "Delete" ? [{ remedy: "set-retain", on }] : [];
  const danger = isDestroyed
    ? say`; with policy Delete ${handle} is being deleted: set Retain at once`
    : say`; the data still exists`;
  const base = {
    holder: { person: "owner" },
    evidence: [proof(on, "spec.claimRef.uid", uid), proof(refOf(claim), "metadata.uid", claim.metadata.uid)],
    avoid: avoid(volume),
  } as const;
  if (uid === "") {
    return {
      ...base,
      reason: "VolumeReservedWithoutUid",
      message: say`${nameOf(on)} is reserved for the claim by name only, but a Lost claim accepts only its own uid`,
      remedies: [setUid],
    };
  }
  const former = say`${nameOf(on)} is reserved for a former ${nameOf(refOf(claim))} (uid ${uid})`;
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
    remedies: [...retain, setUid, { remedy: "recreate-claim", on: refOf(claim) }],
  };
}

function avoid(volume: PersistentVolume) {
  return [
    {
      step: say`delete ${nameOf(refOf(volume))}`,
      because: say`it is the right volume, and the record of where the data is`,
    },
    {
      step: say`clear only the uid in its claimRef`,
      because: say`that helps a Pending claim; a Lost claim stays Lost`,
    },
  ];
}
