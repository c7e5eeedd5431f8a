import { type FoundHold, nameOf, remedy } from "../../../engine/index.ts";
import {
  type ObjectRef,
  type OwnerReference,
  type PersistentVolume,
  type PersistentVolumeClaim,
  proof,
  say,
} from "../../../model/index.ts";
import { wordFor } from "./word.ts";

/**
 * It names an owner that does not exist.
 *
 * @param namesake the uid of another object that has the owner's name today
 */
export function withoutOwner(
  owned: PersistentVolume | PersistentVolumeClaim,
  owner: OwnerReference,
  namesake: string | undefined,
): Omit<FoundHold, "reason"> {
  const ref = ownerRef(owner, owned);
  const other =
    namesake === undefined
      ? []
      : say` (the current one of that name has uid ${namesake}, and does not count)`;
  return {
    holder: { controller: "garbage-collector-controller" },
    message: say`its owner ${nameOf(ref)} with uid ${owner.uid ?? ""} does not exist${other}: the garbage collector will delete ${wordFor(owned)}`,
    evidence: [proof(owned, "metadata.ownerReferences", owner.uid)],
    remedies: [remedy("remove-owner-references", owned)],
  };
}

function ownerRef(owner: OwnerReference, { metadata }: PersistentVolume | PersistentVolumeClaim): ObjectRef {
  const { apiVersion = "", kind = "", name = "" } = owner;
  const { namespace } = metadata;
  return { apiVersion, kind, name, ...(namespace === undefined ? {} : { namespace }) };
}
