import { type Diagnosis, type Hold, nameKey, type ObjectRef, say, words } from "../../model/index.ts";
import { type Block, indented, paragraph, type Span, styled, type Text, type Tree } from "../doc.ts";
import { byKey, grouped } from "../group.ts";
import type { RenderOptions } from "../renderer.ts";
import { evidenceBlocks, uidOf } from "./evidence.ts";
import { byName, holderName } from "./names.ts";

/** No real chain is longer, but a user who may write ownerReferences can make one of any length. */
const longestChain = 10;

interface Walk {
  readonly diagnosis: Diagnosis;
  readonly options: RenderOptions;
  /** By the name of what is held. */
  readonly holds: ReadonlyMap<string, readonly Hold[]>;
  readonly roots: ReadonlySet<string>;
  /** Objects whose holds are shown already. */
  readonly seen: Set<string>;
}

/** From the object that was asked about to its root causes, as a tree. */
export function chainTree(diagnosis: Diagnosis, options: RenderOptions): Tree {
  const holds = byKey(diagnosis.holds, ({ held }) => [nameKey(held)]);
  const walk: Walk = {
    diagnosis,
    options,
    holds,
    roots: new Set(diagnosis.roots.map(identity)),
    seen: new Set(),
  };
  const name = holderName({ object: diagnosis.object }, diagnosis.object.namespace);
  return {
    content: [paragraph([...name, ...uidOf(diagnosis.object, options)])],
    children: holdsOf(diagnosis.object, walk, 0),
  };
}

/** One node for each finalizer or wait of the object, with its holders below it. */
function holdsOf(ref: ObjectRef, walk: Walk, depth: number): readonly Tree[] {
  walk.seen.add(nameKey(ref));
  const below = depth === longestChain ? objectsBelow(ref, walk) : 0;
  if (below > 0) return [{ content: [paragraph(cutBefore(below))], children: [] }];
  const groups = grouped(walk.holds.get(nameKey(ref)) ?? [], ({ by }) => JSON.stringify(by));
  return groups.map((group) => ({
    content: group.slice(0, 1).map(({ by }) => paragraph(byName(by))),
    children: group.map((hold) => holderNode(hold, walk, depth + 1)),
  }));
}

/** How many objects are below one that were not shown yet. They then count as shown. */
function objectsBelow(ref: ObjectRef, { holds, seen }: Walk): number {
  const found = [ref];
  for (const held of found) {
    for (const { holder } of holds.get(nameKey(held)) ?? []) {
      if (!("object" in holder) || seen.has(nameKey(holder.object))) continue;
      seen.add(nameKey(holder.object));
      found.push(holder.object);
    }
  }
  return found.length - 1;
}

function cutBefore(objects: number): Text {
  return say`and ${objects} more ${objects === 1 ? say`object` : say`objects`} below it; \`-o json\` lists them`;
}

function holderNode(hold: Hold, walk: Walk, depth: number): Tree {
  const isAbove = "object" in hold.holder && walk.seen.has(nameKey(hold.holder.object));
  const children = "object" in hold.holder && !isAbove ? holdsOf(hold.holder.object, walk, depth) : [];
  return {
    content: [
      paragraph([...label(hold, walk), ...mark(hold, isAbove ? "above" : "here", walk.roots)], 2),
      ...detail(hold),
    ],
    children,
  };
}

function label(hold: Hold, { diagnosis, options }: Walk): Text {
  const name = holderName(hold.holder, diagnosis.object.namespace);
  const uid = "object" in hold.holder ? uidOf(hold.holder.object, options) : [];
  return [...name, ...uid, ...styled("aside", say` (${words(hold.reason)})`)];
}

function mark(hold: Hold, shown: "above" | "here", roots: ReadonlySet<string>): readonly Span[] {
  if (roots.has(identity(hold))) return [{ words: " " }, { words: "← root cause", style: "careful" }];
  return shown === "above" ? [{ words: " (see above)", style: "aside" }] : [];
}

function identity({ reason, holder, message }: Pick<Hold, "reason" | "holder" | "message">): string {
  return JSON.stringify([reason, holder, message]);
}

function detail(hold: Hold): readonly Block[] {
  const evidence = evidenceBlocks(hold.evidence);
  return [paragraph(hold.message), ...(evidence.length === 0 ? [] : [indented(evidence)])];
}
