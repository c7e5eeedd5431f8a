import { type FoundHold, nameOf } from "../../../engine/index.ts";
import { type KubeObject, proof, refOf, say } from "../../../model/index.ts";

/** The object that this one belongs to exists only until its own holders release it. */
export function beingDeleted<Reason extends string>(reason: Reason, owner: KubeObject): FoundHold<Reason> {
  const on = refOf(owner);
  return {
    reason,
    holder: { object: on },
    message: say`its ${nameOf(on)} is being deleted, but still exists`,
    evidence: [proof(on, "metadata.deletionTimestamp", owner.metadata.deletionTimestamp)],
  };
}
