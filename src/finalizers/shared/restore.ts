import { type FoundHold, nameOf } from "../../engine/index.ts";
import { type PersistentVolumeClaim, proof, refOf, say } from "../../model/index.ts";

/** A Pending claim that is restored from a snapshot which `finalizer` keeps for it. */
export function restoring<Reason extends string>(
  reason: Reason,
  claim: PersistentVolumeClaim,
  finalizer: string,
): FoundHold<Reason> {
  return {
    reason,
    holder: { object: refOf(claim) },
    message: say`${nameOf(refOf(claim))} is restored from it, and still Pending`,
    evidence: [proof(refOf(claim), "status.phase", claim.status?.phase)],
    remedies: [{ remedy: "delete-pending-claim", on: refOf(claim) }],
    avoid: [
      {
        step: say`removing the finalizer ${finalizer}`,
        because: say`the restore could lose its source half-way`,
      },
    ],
  };
}
