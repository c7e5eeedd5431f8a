import {
  type Cluster,
  inNamespace,
  type Listed,
  type PersistentVolumeClaim,
  type StatefulSet,
} from "../../model/index.ts";
import { claimNamesOf } from "./ordinals.ts";

export interface SetOfClaim {
  readonly set: StatefulSet;
  /** Of the pod that the claim is for. */
  readonly ordinal: number;
}

/** The StatefulSets whose templates make a claim of this name; there can be more than one. */
export function setsOfClaim(claim: PersistentVolumeClaim, cluster: Cluster): Listed<SetOfClaim> {
  const { name, namespace = "" } = claim.metadata;
  const [, digits] = /-(\d{1,9})$/.exec(name) ?? [];
  if (digits === undefined) return { read: true, items: [] };
  const ordinal = Number(digits);
  const sets = cluster.list("apps/v1/statefulsets", inNamespace(namespace));
  if (!sets.read) return sets;
  const makers = sets.items.filter((set) => claimNamesOf(set, ordinal).includes(name));
  return { read: true, items: makers.map((set) => ({ set, ordinal })) };
}
