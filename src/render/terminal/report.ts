import type { ObjectRef } from "../../kubernetes/index.ts";
import { counted, nameKey, say, words } from "../../kubernetes/index.ts";
import type { Category, Diagnosis, Hold, Report } from "../../report/index.ts";
import { healthyLines } from "../card/card.ts";
import { headlineOf } from "../card/headline.ts";
import type { Block, Span, Text, Tree } from "../doc.ts";
import { apart, indented, paragraph, section, sentence, styled, styledLine, verbatim } from "../doc.ts";
import { byKey, grouped } from "../group.ts";
import type { Style } from "../line.ts";
import { forPeople } from "../present.ts";
import { rescueOf } from "../reached.ts";
import type { RenderOptions } from "../renderer.ts";
import { commandLine } from "../shell.ts";
import { dataBlocks, futureBlocks, ifDeletedSections } from "./future.ts";
import { headerBlocks } from "./header.ts";
import { byName, evidenceBlocks, holderName, uidOf } from "./holds.ts";
import { avoidBlocks, remedyBlocks } from "./remedies.ts";
import { unreadBlocks } from "./unread.ts";

function reportBlocks(report: Report, options: RenderOptions): readonly Block[] {
  return apart([
    headerBlocks(report, options),
    ...report.diagnoses.map((diagnosis) => diagnosisBlocks(diagnosis, report, options)),
    section(words("Not read"), unreadBlocks(report.unread)),
  ]);
}

export const wide = forPeople("wide", "for people, the whole account with its evidence", (report, options) =>
  reportBlocks(report, { ...options, wide: true }),
);

const looks: Record<Category, Style> = {
  waiting: "careful",
  blocked: "bad",
  stuck: "bad",
  unknown: "careful",
};

/** One object: the verdict first, then why, what happens next and to the data, what to do, and what not to do. */
export function diagnosisBlocks(
  diagnosis: Diagnosis,
  report: Report,
  options: RenderOptions,
): readonly Block[] {
  const { category } = diagnosis.verdict;
  if (category === "healthy") return healthyBlocks(diagnosis, report, options);
  const now = options.now ?? report.takenAt;
  return apart([
    verdictBlocks(diagnosis, category, now, options),
    ...sections(diagnosis, report, options),
    moreBlocks(diagnosis, now, options),
  ]);
}

function verdictBlocks(
  diagnosis: Diagnosis,
  category: Category,
  now: string,
  options: RenderOptions,
): readonly Block[] {
  const verdict: Text = [...words("Verdict: "), ...styled(looks[category], words(category))];
  return [
    styledLine("title", headlineOf(diagnosis, now)),
    indented([
      paragraph(sentence(diagnosis.verdict.summary)),
      paragraph([
        ...verdict,
        ...say` (${words(diagnosis.verdict.reason)})`,
        ...uidOf(diagnosis.object, options),
      ]),
    ]),
  ];
}

/** The chain is left out when the verdict says it all: nothing was found. */
function sections(
  diagnosis: Diagnosis,
  report: Report,
  options: RenderOptions,
): readonly (readonly Block[])[] {
  const { holds, next, fate, avoid } = diagnosis;
  return [
    holds.length === 0 ? [] : section(words("Why"), [{ block: "tree", root: chainTree(diagnosis, options) }]),
    section(words("What happens next"), futureBlocks(next)),
    dataBlocks("The data", fate),
    section(words("What to do"), remedyBlocks(diagnosis)),
    section(words("Do not"), avoidBlocks(avoid)),
    ...(options.ifDeleted ? ifDeletedSections(diagnosis, report, options) : []),
  ];
}

/** The end says again what the begin says: who reads it on a terminal has scrolled away from there. */
function moreBlocks(diagnosis: Diagnosis, now: string, options: RenderOptions): readonly Block[] {
  const { verdict, roots, remedies } = diagnosis;
  const next = remedies.find(({ primary, first }) => primary && first === undefined)?.commands[0];
  const command = next === undefined ? undefined : commandLine(next);
  const reason = roots.find((root) => root.reason === verdict.reason)?.reason;
  const rescue = rescueOf(diagnosis, options.reach);
  const lines = [
    ...(rescue === undefined ? [] : [`Deleted by mistake? ${rescue}`]),
    ...(reason === undefined ? [] : [`More: kubectl pvguard explain ${reason}`]),
  ];
  return [
    styledLine("title", headlineOf(diagnosis, now)),
    ...(next === undefined
      ? []
      : [verbatim([{ words: "Next: " }, { words: command ?? "see the proposed step", style: "command" }])]),
    ...lines.map((line) => verbatim([{ words: line, style: "aside" }])),
  ];
}

/** Of an object with which nothing is wrong: the same lines as its card, and everything that can be done to keep it. */
function healthyBlocks(diagnosis: Diagnosis, report: Report, options: RenderOptions): readonly Block[] {
  const hasHelp = diagnosis.remedies.length > 0;
  return apart([
    healthyLines(diagnosis, report, options),
    ...(options.ifDeleted ? ifDeletedSections(diagnosis, report, options) : []),
    hasHelp ? section(words("What to do"), remedyBlocks(diagnosis)) : [],
    hasHelp ? section(words("Do not"), avoidBlocks(diagnosis.avoid)) : [],
  ]);
}

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
function chainTree(diagnosis: Diagnosis, options: RenderOptions): Tree {
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
    content: [paragraph(byName(group[0].by))],
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
  return words(`and ${counted(objects, "more object")} below it; \`-o json\` lists them`);
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
