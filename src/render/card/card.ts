import type { ObjectRef, Phrase } from "../../kubernetes/index.ts";
import { join, nameKey, nameOf, say, shortNameOf, withoutNamespace, words } from "../../kubernetes/index.ts";
import type { Diagnosis, Fate, IfDeleted, Report, RootCause } from "../../report/index.ts";
import type { Block, Text } from "../doc.ts";
import { apart, paragraph, styled, styledLine } from "../doc.ts";
import { grouped } from "../group.ts";
import { fateWords } from "../labels.ts";
import { heightOf } from "../present.ts";
import type { RenderOptions } from "../renderer.ts";
import { ifDeletedSections, untilOf } from "../terminal/future.ts";
import { headlineOf } from "./headline.ts";
import { dataRows, diskOf, inShort, nextBlocks, row, unreadBlocks, warningBlocks } from "./rows.ts";
import type { SecondStep } from "./steps.ts";
import { stepBlocks } from "./steps.ts";

/** How much a card says. What it leaves out is with `-o wide`. */
interface Extent {
  readonly warnings: number;
  readonly second: SecondStep;
  readonly chain: "told" | "left out";
  /** How many root causes of one reason are told before the others are counted. */
  readonly alike: 1 | 2;
}

/** From the fullest to the shortest: the first that fits is shown. */
const extents: readonly Extent[] = [
  { warnings: 2, second: "in full", chain: "told", alike: 2 },
  { warnings: 1, second: "in full", chain: "told", alike: 2 },
  { warnings: 1, second: "in full", chain: "left out", alike: 2 },
  { warnings: 1, second: "in full", chain: "left out", alike: 1 },
  { warnings: 1, second: "in one line", chain: "left out", alike: 1 },
  { warnings: 1, second: "named", chain: "left out", alike: 1 },
  { warnings: 1, second: "left out", chain: "left out", alike: 2 },
  { warnings: 1, second: "left out", chain: "left out", alike: 1 },
];

/** So many of them tell both steps in full. */
const withBothSteps = 3;

/** As short as this where only a second warning, or the chain, is left out for it. */
const wished = 20;

/** Of the 24 lines of a terminal, without that of the next prompt: the headline is still to be seen. */
export const lines = 23;

/** One object on one screen: what is wrong, what holds it, its data, what to do, and where to go from there. */
export function cardBlocks(
  diagnosis: Diagnosis,
  report: Report,
  options: RenderOptions,
  below: readonly Block[],
): readonly Block[] {
  if (diagnosis.verdict.category === "healthy") return [...healthyCard(diagnosis, report, options), ...below];
  const cards = extents.map((extent) => [...cardOf(diagnosis, report, options, extent), ...below]);
  const fitting = (most: number, among: readonly (readonly Block[])[]) =>
    among.find((card) => heightOf(card, options) <= most);
  return fitting(wished, cards.slice(0, withBothSteps)) ?? fitting(lines, cards) ?? cards.at(-1) ?? [];
}

function cardOf(
  diagnosis: Diagnosis,
  report: Report,
  options: RenderOptions,
  { warnings, second, chain, alike }: Extent,
): readonly Block[] {
  const headline = headlineOf(diagnosis, options.now ?? report.takenAt);
  return apart([
    [styledLine("title", headline)],
    [...heldByRows(diagnosis, chain, alike), ...dataRows(diagnosis)],
    unreadBlocks(report.unread),
    stepBlocks(diagnosis, second),
    warningBlocks(diagnosis, warnings),
    ...(options.ifDeleted ? ifDeletedSections(diagnosis, report, options) : []),
    nextBlocks(diagnosis, report, options),
  ]);
}

/** More reasons than this are counted. */
const mostReasons = 3;

/** What keeps the object as it is, one row for each root cause; those of one reason are grouped. */
function heldByRows(diagnosis: Diagnosis, chain: Extent["chain"], alike: Extent["alike"]): readonly Block[] {
  const { roots, object } = diagnosis;
  const groups = grouped(roots, ({ reason }) => reason);
  const texts = groups.slice(0, mostReasons).flatMap((group) => groupTexts(group, object, alike));
  const left = groups.slice(mostReasons).reduce((sum, group) => sum + group.length, 0);
  const more = left === 0 ? [] : [words(`and ${left} more: -o wide`)];
  return [
    ...row(diagnosis.state === "Terminating" ? "Held by" : "Cause", [...texts, ...more]),
    ...row("Through", chain === "told" ? chainOf(diagnosis) : []),
  ];
}

function groupTexts(group: readonly RootCause[], object: ObjectRef, alike: Extent["alike"]): readonly Text[] {
  const shown = group.slice(0, alike).map((root) => inShort(told(root, object), object.namespace));
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
  return [join(path.map(shortNameOf), " \u2192 ")];
}

function healthyCard(diagnosis: Diagnosis, report: Report, options: RenderOptions): readonly Block[] {
  const hasHelp = diagnosis.remedies.length > 0;
  return apart([
    healthyLines(diagnosis, report, options),
    hasHelp ? stepBlocks(diagnosis, "in full") : [],
    hasHelp ? warningBlocks(diagnosis, 1) : [],
    ...(options.ifDeleted ? ifDeletedSections(diagnosis, report, options) : []),
  ]);
}

/** One line, and a second that says what a deletion would lose. */
export function healthyLines(diagnosis: Diagnosis, report: Report, options: RenderOptions): readonly Block[] {
  const { object, state, ifDeleted, verdict } = diagnosis;
  const remark =
    verdict.reason === state ? [] : [...words(": "), ...withoutNamespace(verdict.summary, object.namespace)];
  const opening = [...styled("title", say`${nameOf(object)} is ${state}`), ...remark, ...words(".")];
  if (ifDeleted === undefined || options.ifDeleted) return [paragraph(opening, 2)];
  return [paragraph(opening, 2), paragraph(deletionOf(ifDeleted, report, object), 2)];
}

function deletionOf(ifDeleted: IfDeleted, { unread }: Report, { kind, namespace }: ObjectRef): Text {
  const { stays, goesWhen, decidedWhen, fate, fateComes } = ifDeleted;
  const until = join(goesWhen.map(untilOf), ", then ");
  const proviso = words(unread.length === 0 ? "" : ", as far as could be read");
  const waits = stays || until.length > 0;
  const becomes = waits
    ? say`it would stay Terminating${until.length === 0 ? [] : say` ${until}`}`
    : words(
        kind === "Namespace"
          ? "it would stay Terminating until everything in it is deleted"
          : "it would be deleted at once",
      );
  const own = withoutNamespace(say`If it were deleted now${proviso}, ${becomes}`, namespace);
  if (fate === undefined) return [...own, ...words(".")];
  // What is in a namespace is named by the reason: one disk, many, or none.
  if (kind === "Namespace" && fate.data !== "unknown") {
    const told = fate.data === "none" ? fate.because : styled(fateWords(fate).style, fate.because);
    return [...own, ...words(fate.data === "none" ? "; " : ". Then "), ...told, ...words(".")];
  }
  const outcome = [...diskOf(fate), ...words(" "), ...outcomeOf(fate)];
  const when = fateComes === "with it" ? momentOf(goesWhen, decidedWhen) : words("; in any case ");
  return [...own, ...withoutNamespace(when, namespace), ...outcome, ...words(".")];
}

/** When it is decided over the data: before the object is deleted, with it, or after it. */
function momentOf(until: readonly Phrase[], when: readonly Phrase[]): Phrase {
  const last = when.at(-1);
  if (when.length < until.length) return last === undefined ? words("; at once ") : say`; ${last}, `;
  const later = when.slice(until.length);
  return later.length === 0 ? words("; then ") : say`; then, ${join(later, ", then ")}, `;
}

function outcomeOf(fate: Fate): Text {
  const { ifDeleted, style } = fateWords(fate);
  return styled(style, words(ifDeleted));
}
