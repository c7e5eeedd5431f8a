import {
  type Cluster,
  inNamespace,
  type Listed,
  type PersistentVolumeClaim,
  type StatefulSet,
} from "../../model/index.ts";
import { keyOf, splitNumber, statefulSetsByClaimPrefix } from "../indexes/index.ts";

export interface SetOfClaim {
  readonly set: StatefulSet;
  /** Of the pod that the claim is for. */
  readonly ordinal: number;
}

/** The StatefulSets whose templates make a claim of this name; there can be more than one. */
export function setsOfClaim(claim: PersistentVolumeClaim, cluster: Cluster): Listed<SetOfClaim> {
  const { name, namespace = "" } = claim.metadata;
  const numbered = splitNumber(name);
  if (numbered === undefined) return { read: true, items: [] };
  const key = keyOf(namespace, numbered.prefix);
  const sets = cluster.lookup(statefulSetsByClaimPrefix, key, inNamespace(namespace));
  if (!sets.read) return sets;
  return { read: true, items: sets.items.map((set) => ({ set, ordinal: numbered.number })) };
}
