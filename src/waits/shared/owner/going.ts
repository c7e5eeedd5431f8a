import { finalizerNames } from "../../../controllers/index.ts";
import { type FoundHold, nameOf, remedy } from "../../../engine/index.ts";
import {
  hasFinalizer,
  type KubeObject,
  type PersistentVolume,
  type PersistentVolumeClaim,
  proof,
  refOf,
  say,
} from "../../../model/index.ts";
import { wordFor } from "./word.ts";

/** What happens with an owner that is being deleted. The owner's controllers leave its owner references alone. */
export function goingWith(
  owned: PersistentVolume | PersistentVolumeClaim,
  owner: KubeObject,
): Omit<FoundHold, "reason"> {
  const on = refOf(owner);
  const isAtOnce = hasFinalizer(owner, finalizerNames.foregroundDeletion);
  const collector = say`the garbage collector deletes ${wordFor(owned)}`;
  return {
    holder: isAtOnce ? { controller: "garbage-collector-controller" } : { object: on },
    message: say`its owner ${nameOf(on)} is being deleted${isAtOnce ? say` with all that it owns: ${collector}` : say`, and after that ${collector}`}`,
    evidence: [
      proof(on, "metadata.deletionTimestamp", owner.metadata.deletionTimestamp),
      proof(owned, "metadata.ownerReferences", owner.metadata.uid),
    ],
    remedies: [remedy("remove-owner-references", owned)],
  };
}
