import { type FoundHold, nameOf } from "../../../engine/index.ts";
import { type Namespace, type Phrase, say, words } from "../../../model/index.ts";
import type { NamespaceReason } from "./reasons.ts";

export type Found = FoundHold<NamespaceReason | "CouldNotRead">;

export const avoid = [
  {
    step: say`empty spec.finalizers through the namespace's finalize subresource`,
    because: say`the remaining objects would stay in etcd without a namespace, and reappear when a namespace of that name is created`,
  },
];

/** In a namespace that is being deleted, other objects are deleted after the pods. */
export function goesWithNamespace(namespace: Namespace, what: "claim" | "snapshot"): Phrase {
  return say`${nameOf(namespace)} is being deleted, and the ${words(what)} will be deleted when no pod is left in it`;
}
