import {
  type Acceptance,
  type KubeObject,
  nameOf,
  type Phrase,
  type RemedyFix,
  say,
  seenRefOf,
} from "../../model/index.ts";

/** A DELETE request for each of these very objects. */
export function deletionOf(
  objects: readonly [KubeObject, ...KubeObject[]],
  accept: readonly Acceptance[],
  cannotUndo: readonly Phrase[] = [],
): RemedyFix {
  const [first, ...others] = objects;
  return {
    acts: [
      { do: "delete", on: seenRefOf(first) },
      ...others.map((object) => ({ do: "delete" as const, on: seenRefOf(object) })),
    ],
    cannotUndo: [
      ...objects.map((object) => say`The deletion of ${nameOf(object)} cannot be undone.`),
      ...cannotUndo,
    ],
    accept,
  };
}
