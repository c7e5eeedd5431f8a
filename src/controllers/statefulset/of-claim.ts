import {
  type Cluster,
  controllerOf,
  inNamespace,
  keyOf,
  type Listed,
  type PersistentVolumeClaim,
  type StatefulSet,
} from "../../model/index.ts";
import { byName, setNamesIn, splitNumber } from "../indexes/index.ts";

export interface SetOfClaim {
  readonly set: StatefulSet;
  /** Of the pod that the claim is for. */
  readonly ordinal: number;
}

const setsByName = byName("apps/v1/statefulsets");

/** The StatefulSets whose templates make a claim of this name; there can be more than one. */
export function setsOfClaim(claim: PersistentVolumeClaim, cluster: Cluster): Listed<SetOfClaim> {
  const { name, namespace = "" } = claim.metadata;
  const numbered = splitNumber(name);
  if (numbered === undefined) return { read: true, items: [] };
  const found: SetOfClaim[] = [];
  // Also where no set can be meant, the caller must know that the sets were not read.
  for (const { template, set } of [{ template: undefined, set: "" }, ...setNamesIn(numbered.prefix)]) {
    const sets = cluster.lookup(setsByName, keyOf(namespace, set), inNamespace(namespace));
    if (!sets.read) return sets;
    for (const each of sets.items)
      if (makes(each, template)) found.push({ set: each, ordinal: numbered.number });
  }
  return { read: true, items: found };
}

function makes({ spec }: StatefulSet, template: string | undefined): boolean {
  return (spec?.volumeClaimTemplates ?? []).some(({ metadata }) => (metadata?.name ?? "") === template);
}

/** Is there a pod of a StatefulSet that a claim of this name would be made for? Told from names: the sets may not be read. */
export function mayBeOfSetPod(claim: PersistentVolumeClaim, cluster: Cluster): boolean {
  const { name, namespace = "" } = claim.metadata;
  const numbered = splitNumber(name);
  if (numbered === undefined) return false;
  return setNamesIn(numbered.prefix).some(({ set }) => {
    const pod = cluster.get("v1/pods", `${set}-${numbered.number}`, namespace);
    return (
      pod.state === "unread" || (pod.state === "found" && controllerOf(pod.object)?.kind === "StatefulSet")
    );
  });
}
