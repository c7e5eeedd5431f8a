import { type Diagnosis, type Hold, nameKey, type ObjectRef, say, words } from "../../model/index.ts";
import { type Block, indented, paragraph, type Span, styled, type Text, type Tree } from "../doc.ts";
import { byKey, grouped } from "../group.ts";
import type { RenderOptions } from "../renderer.ts";
import { evidenceBlocks, uidOf } from "./evidence.ts";
import { byName, holderName } from "./names.ts";

/** More holders of one finalizer than this are counted and not listed. */
const mostHolders = 8;

/** More finalizers and waits of one object than this are counted, too. */
const mostKinds = 8;

/** No chain that came about by itself is longer, but whoever may write ownerReferences makes one of any length. */
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
  const listed = walk.options.wide ? groups : groups.slice(0, mostKinds);
  const nodes = listed.map((group) => ({
    content: group.slice(0, 1).map(({ by }) => paragraph(byName(by))),
    children: holdersOf(group, walk, depth),
  }));
  const rest = groups.length - listed.length;
  return rest === 0
    ? nodes
    : [...nodes, { content: [paragraph(say`and ${rest} more; \`-o wide\` lists them`)], children: [] }];
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

function holdersOf(group: readonly Hold[], walk: Walk, depth: number): readonly Tree[] {
  const isCut = !walk.options.wide && group.length > mostHolders;
  const listed = isCut ? ofEachReason(group, mostHolders) : group;
  const nodes = listed.map((hold) => holderNode(hold, walk, depth + 1));
  return isCut ? [...nodes, { content: [paragraph(countOf(group, new Set(listed)))], children: [] }] : nodes;
}

/** So many, in their order, of each reason as evenly as can be: one running pod counts among thousands that finished. */
function ofEachReason(holds: readonly Hold[], most: number): readonly Hold[] {
  const groups = grouped(holds, ({ reason }) => reason);
  const chosen = new Set<Hold>();
  for (let turn = 0; chosen.size < most && turn < holds.length; turn += 1) {
    for (const hold of groups.flatMap((group) => group.slice(turn, turn + 1))) {
      if (chosen.size < most) chosen.add(hold);
    }
  }
  return holds.filter((hold) => chosen.has(hold));
}

function countOf(holds: readonly Hold[], listed: ReadonlySet<Hold>): Text {
  const rest = holds.filter((hold) => !listed.has(hold));
  const groups = grouped(rest, ({ reason }) => reason);
  const reasons = groups.flatMap(([first, ...others]) =>
    first === undefined ? [] : [groups.length === 1 ? first.reason : `${others.length + 1} ${first.reason}`],
  );
  return say`and ${rest.length} more (${words(reasons.join(", "))}); \`-o wide\` lists them, \`kubectl pvguard blockers\` in a table`;
}

function holderNode(hold: Hold, walk: Walk, depth: number): Tree {
  const isAbove = "object" in hold.holder && walk.seen.has(nameKey(hold.holder.object));
  const children = "object" in hold.holder && !isAbove ? holdsOf(hold.holder.object, walk, depth) : [];
  return {
    content: [
      paragraph([...label(hold, walk), ...mark(hold, isAbove ? "above" : "here", walk.roots)], 2),
      ...detail(hold, walk.options),
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

function detail(hold: Hold, options: RenderOptions): readonly Block[] {
  const evidence = options.wide ? evidenceBlocks(hold.evidence) : [];
  return [paragraph(hold.message), ...(evidence.length === 0 ? [] : [indented(evidence)])];
}
