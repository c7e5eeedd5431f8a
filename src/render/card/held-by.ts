import {
  type Diagnosis,
  nameKey,
  nameOf,
  type ObjectRef,
  type Phrase,
  type RootCause,
  say,
  shortNameOf,
  words,
} from "../../model/index.ts";
import type { Block, Text } from "../doc.ts";
import { grouped } from "../group.ts";
import { inShort, row } from "./row.ts";

/** More than this of one reason, and more reasons, are counted. */
const mostAlike = 2;
const mostReasons = 3;

/** What keeps the object as it is, one row for each root cause; those of one reason are grouped. */
export function heldByRows(diagnosis: Diagnosis, chain: "told" | "left out"): readonly Block[] {
  const { roots, object } = diagnosis;
  const groups = grouped(roots, ({ reason }) => reason);
  const texts = groups.slice(0, mostReasons).flatMap((group) => groupTexts(group, object));
  const left = groups.slice(mostReasons).reduce((sum, group) => sum + group.length, 0);
  const more = left === 0 ? [] : [words(`and ${left} more: -o wide`)];
  return [
    ...row(diagnosis.state === "Terminating" ? "Held by" : "Cause", [...texts, ...more]),
    ...row("Through", chain === "told" ? chainOf(diagnosis) : []),
  ];
}

function groupTexts(group: readonly RootCause[], object: ObjectRef): readonly Text[] {
  const shown = group.slice(0, mostAlike).map((root) => inShort(told(root, object), object.namespace));
  const left = group.length - shown.length;
  return left === 0 ? shown : [...shown, words(`and ${left} more like this`)];
}

/** With what it holds, where that is another object and the message does not name it. */
function told({ held, message }: RootCause, object: ObjectRef): Phrase {
  const isNamed = message.some((part) => "data" in part && part.data === held.name);
  return isNamed || nameKey(held) === nameKey(object) ? message : say`${nameOf(held)}: ${message}`;
}

/** What lies between the object and its deepest root cause. */
function chainOf({ object, holds, roots }: Diagnosis): readonly Text[] {
  const [deepest] = roots;
  if (deepest === undefined || deepest.depth === 0) return [];
  const above = new Map<string, ObjectRef>();
  for (const { held, holder } of holds) {
    if ("object" in holder && !above.has(nameKey(holder.object))) above.set(nameKey(holder.object), held);
  }
  const path: ObjectRef[] = [];
  for (let at: ObjectRef | undefined = deepest.held; at !== undefined && path.length <= deepest.depth; ) {
    path.unshift(at);
    at = nameKey(at) === nameKey(object) ? undefined : above.get(nameKey(at));
  }
  if (path.length < 2) return [];
  return [path.flatMap((ref, at) => (at === 0 ? shortNameOf(ref) : say` \u2192 ${shortNameOf(ref)}`))];
}
