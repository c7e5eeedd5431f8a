import { whyRefused } from "../../../controllers/index.ts";
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

/** What lives in a namespace that is being deleted goes after its pods, or when nobody refuses that any more. */
export function goesWithNamespace(namespace: Namespace, what: "claim" | "snapshot"): Phrase {
  const refused = whyRefused(namespace);
  const name = nameOf(refOf(namespace));
  if (refused === undefined)
    return say`${name} is being deleted, and the ${words(what)} goes when no pod is left in it`;
  return say`${name} is being deleted, and the ${words(what)} goes when the API server no longer refuses to delete what is in it: ${refused}`;
}
