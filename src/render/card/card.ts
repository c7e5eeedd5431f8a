import {
  type Diagnosis,
  nameKey,
  nameOf,
  type ObjectRef,
  type Phrase,
  type Report,
  type RootCause,
  say,
  shortNameOf,
  words,
} from "../../model/index.ts";
import { apart, type Block, paragraph, styled, type Text } from "../doc.ts";
import { grouped } from "../group.ts";
import { heightOf } from "../present.ts";
import type { RenderOptions } from "../renderer.ts";
import { ifDeletedSections } from "../terminal/if-deleted.ts";
import { dataRows } from "./data.ts";
import { nextBlocks, unreadBlocks, warningBlocks } from "./footer.ts";
import { headlineOf } from "./headline.ts";
import { healthyCard } from "./healthy.ts";
import { inShort, row } from "./row.ts";
import { type SecondStep, stepBlocks } from "./steps.ts";

/** How much a card says. What it leaves out is with `-o wide`. */
interface Extent {
  readonly warnings: number;
  readonly second: SecondStep;
  readonly chain: "told" | "left out";
}

/** From the fullest to the shortest: the first that fits is shown. */
const extents: readonly Extent[] = [
  { warnings: 2, second: "in full", chain: "told" },
  { warnings: 1, second: "in full", chain: "told" },
  { warnings: 1, second: "in full", chain: "left out" },
  { warnings: 1, second: "in one line", chain: "left out" },
  { warnings: 1, second: "named", chain: "left out" },
  { warnings: 1, second: "left out", chain: "left out" },
];

/** So many of them tell both steps in full. */
const withBothSteps = 3;

/** As short as this where only a second warning, or the chain, is left out for it. */
const wished = 20;

/** Of the 24 lines of a terminal, without that of the next prompt: the headline is still to be seen. */
const lines = 23;

/** One object on one screen: what is wrong, what holds it, its data, what to do, and where to go from there. */
export function cardBlocks(
  diagnosis: Diagnosis,
  report: Report,
  options: RenderOptions,
  below: readonly Block[] = [],
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
  { warnings, second, chain }: Extent,
): readonly Block[] {
  const headline = headlineOf(diagnosis, options.now ?? report.takenAt);
  return apart([
    [paragraph(styled("title", headline), 2)],
    [...heldByRows(diagnosis, chain), ...dataRows(diagnosis)],
    unreadBlocks(report.unread),
    stepBlocks(diagnosis, second),
    warningBlocks(diagnosis, warnings),
    ...(options.ifDeleted ? ifDeletedSections(diagnosis, report) : []),
    nextBlocks(diagnosis, report, options),
  ]);
}

/** More than this of one reason, and more reasons, are counted. */
const mostAlike = 2;
const mostReasons = 3;

/** What keeps the object as it is, one row for each root cause; those of one reason are grouped. */
function heldByRows(diagnosis: Diagnosis, chain: "told" | "left out"): readonly Block[] {
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
