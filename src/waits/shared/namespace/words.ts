import { type FoundHold, nameOf } from "../../../engine/index.ts";
import { type Namespace, type Phrase, refOf, say, words } from "../../../model/index.ts";
import type { NamespaceReason } from "./reasons.ts";

export type Found = FoundHold<NamespaceReason | "CouldNotRead">;

export const avoid = [
  {
    step: say`emptying spec.finalizers through the namespace's finalize subresource`,
    because: say`what is left stays in etcd without a namespace, and comes back when one of that name is created`,
  },
];

/** What lives in a namespace that is being deleted goes after its pods. */
export function goesWithNamespace(namespace: Namespace, what: "claim" | "snapshot"): Phrase {
  return say`${nameOf(refOf(namespace))} is being deleted, and the ${words(what)} goes when no pod is left in it`;
}
