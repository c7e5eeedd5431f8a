import { isRestoreTooLate } from "../../controllers/index.ts";
import { type FoundHold, nameOf, notToRemove, remedy } from "../../engine/index.ts";
import {
  isTerminating,
  type PersistentVolumeClaim,
  proof,
  refOf,
  say,
  type VolumeSnapshot,
} from "../../model/index.ts";

/** A Pending claim that is restored from a snapshot. The two can wait for each other: then there is nothing behind it. */
export function restoredClaim(
  claim: PersistentVolumeClaim,
  snapshot: VolumeSnapshot,
): Pick<FoundHold, "holder" | "isRoot"> {
  const holder = { object: refOf(claim) };
  return !isTerminating(claim) && isRestoreTooLate(claim, snapshot) ? { holder, isRoot: true } : { holder };
}

/** The hold of a restored claim, where `finalizer` keeps the snapshot for it. */
export function restoring<Reason extends string>(
  reason: Reason,
  claim: PersistentVolumeClaim,
  snapshot: VolumeSnapshot,
  finalizer: string,
): FoundHold<Reason> {
  return {
    reason,
    ...restoredClaim(claim, snapshot),
    message: isRestoreTooLate(claim, snapshot)
      ? say`${nameOf(claim)} is being restored from the snapshot and is still Pending; the provisioner starts no new attempt, because the snapshot is being deleted`
      : say`${nameOf(claim)} is being restored from the snapshot and is still Pending`,
    evidence: [proof(claim, "status.phase", claim.status?.phase)],
    remedies: isTerminating(claim) ? [] : [remedy("delete-pending-claim", claim)],
    avoid: notToRemove(finalizer, snapshot, say`the restore could lose its source before it finishes`),
  };
}
