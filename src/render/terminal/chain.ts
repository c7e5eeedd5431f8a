import { type Diagnosis, type Hold, nameKey, type ObjectRef, say, words } from "../../model/index.ts";
import { type Block, indented, paragraph, type Span, styled, type Text, type Tree } from "../doc.ts";
import { grouped } from "../group.ts";
import type { RenderOptions } from "../renderer.ts";
import { evidenceBlocks, uidOf } from "./evidence.ts";
import { byName, holderName } from "./names.ts";

/** More holders of one finalizer than this are counted and not listed. */
const mostHolders = 8;

interface Walk {
  readonly diagnosis: Diagnosis;
  readonly options: RenderOptions;
  /** Objects whose holds are shown already. */
  readonly seen: Set<string>;
}

/** From the object that was asked about to its root causes, as a tree. */
export function chainTree(diagnosis: Diagnosis, options: RenderOptions): Tree {
  const walk: Walk = { diagnosis, options, seen: new Set() };
  const name = holderName({ object: diagnosis.object }, diagnosis.object.namespace);
  return {
    content: [paragraph([...name, ...uidOf(diagnosis.object, options)])],
    children: holdsOf(diagnosis.object, walk),
  };
}

/** One node for each finalizer or wait of the object, with its holders below it. */
function holdsOf(ref: ObjectRef, walk: Walk): readonly Tree[] {
  walk.seen.add(nameKey(ref));
  const holds = walk.diagnosis.holds.filter(({ held }) => nameKey(held) === nameKey(ref));
  return grouped(holds, ({ by }) => JSON.stringify(by)).map((group) => ({
    content: group.slice(0, 1).map(({ by }) => paragraph(byName(by))),
    children: holdersOf(group, walk),
  }));
}

function holdersOf(group: readonly Hold[], walk: Walk): readonly Tree[] {
  const isCut = !walk.options.wide && group.length > mostHolders;
  const listed = isCut ? group.slice(0, mostHolders) : group;
  const nodes = listed.map((hold) => holderNode(hold, walk));
  return isCut
    ? [...nodes, { content: [paragraph(countOf(group.slice(mostHolders)))], children: [] }]
    : nodes;
}

function countOf(holds: readonly Hold[]): Text {
  const reasons = [...new Set(holds.map(({ reason }) => reason))].join(", ");
  return say`and ${holds.length} more (${words(reasons)}); \`-o wide\` lists them`;
}

function holderNode(hold: Hold, walk: Walk): Tree {
  const isAbove = "object" in hold.holder && walk.seen.has(nameKey(hold.holder.object));
  const children = "object" in hold.holder && !isAbove ? holdsOf(hold.holder.object, walk) : [];
  return {
    content: [
      paragraph([...label(hold, walk), ...mark(hold, isAbove ? "above" : "here", walk.diagnosis)], 2),
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

function mark(hold: Hold, shown: "above" | "here", diagnosis: Diagnosis): readonly Span[] {
  if (isRoot(hold, diagnosis)) return [{ words: " " }, { words: "← root cause", style: "careful" }];
  return shown === "above" ? [{ words: " (see above)", style: "aside" }] : [];
}

function isRoot(hold: Hold, { roots }: Diagnosis): boolean {
  const identify = (holder: unknown, message: unknown) => JSON.stringify([holder, message]);
  const own = identify(hold.holder, hold.message);
  return roots.some((root) => root.reason === hold.reason && identify(root.holder, root.message) === own);
}

function detail(hold: Hold, options: RenderOptions): readonly Block[] {
  const evidence = options.wide ? evidenceBlocks(hold.evidence) : [];
  return [paragraph(hold.message), ...(evidence.length === 0 ? [] : [indented(evidence)])];
}
