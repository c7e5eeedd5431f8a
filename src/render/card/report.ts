import type { Phrase } from "../../kubernetes/index.ts";
import {
  humanDuration,
  nameKey,
  nameOf,
  say,
  secondsSince,
  shortNameOf,
  withoutNamespace,
  words,
} from "../../kubernetes/index.ts";
import type { Diagnosis, Report } from "../../report/index.ts";
import type { Block, Text } from "../doc.ts";
import { apart, paragraph, section, styledLine, table, verbatim } from "../doc.ts";
import { fateWords } from "../labels.ts";
import { forPeople, heightOf } from "../present.ts";
import { askAbout } from "../reached.ts";
import type { RenderOptions } from "../renderer.ts";
import { headerAndClock, headerBlocks } from "../terminal/header.ts";
import { unreadBlocks } from "../terminal/unread.ts";
import { cardBlocks, lines } from "./card.ts";
import { causesOf, headlineOf } from "./headline.ts";
import {
  dataRows,
  inShort,
  nextBlocks,
  row as textRow,
  unreadBlocks as unreadBlocksOfCard,
  warningBlocks,
} from "./rows.ts";
import type { SecondStep } from "./steps.ts";
import { stepBlocks } from "./steps.ts";

/** A card for each object. What was not read is told with each that it can matter to. */
function cards(report: Report, options: RenderOptions): readonly Block[] {
  const { diagnoses, unread } = report;
  const [header, clock] = headerAndClock(report, options);
  const groups = byWorkload(diagnoses);
  const told = groups.map((group, position) =>
    groupBlocks(group, report, options, position === groups.length - 1 ? clock : []),
  );
  const named = { ...report, diagnoses: groups.map(({ whole }) => whole) };
  return apart([
    header,
    named.diagnoses.length > 1 ? overviewBlocks(named, options) : [],
    ...told,
    diagnoses.length > 0 ? [] : section(words("Not read"), unreadBlocks(unread)),
  ]);
}

/** The card of an object that was asked about. */
export function groupBlocks(
  { whole, parts }: WithParts,
  report: Report,
  options: RenderOptions,
  below: readonly Block[] = [],
): readonly Block[] {
  if (parts.length === 0) return cardBlocks(whole, report, options, below);
  return options.ifDeleted
    ? cardBlocks({ ...whole, advice: withoutParts }, report, options, below)
    : fittingWorkload({ whole, parts }, report, options, below);
}

/** Who asks what a deletion would do is told that of the whole. */
const withoutParts = "Without --if-deleted, the objects that have a problem are listed, with what to do.";

interface WithParts {
  readonly whole: Diagnosis;
  readonly parts: Diagnosis[];
}

/** Each object that was asked about, with those of its parts that something is wrong with, which follow it. */
export function byWorkload(diagnoses: readonly Diagnosis[]): readonly WithParts[] {
  const groups: WithParts[] = [];
  for (const diagnosis of diagnoses) {
    const last = diagnosis.partOf === undefined ? undefined : groups.at(-1);
    if (last === undefined) groups.push({ whole: diagnosis, parts: [] });
    else last.parts.push(diagnosis);
  }
  return groups;
}

/** More than this are counted. */
const mostParts = 6;

/** The others are with `-o wide`. */
const mostOwn = 2;

/** From the fullest to the shortest. */
const extents: readonly WorkloadExtent[] = [
  { second: "in one line", next: "told" },
  { second: "named", next: "told" },
  { second: "left out", next: "told" },
  { second: "left out", next: "left out" },
];

interface WorkloadExtent {
  readonly second: SecondStep;
  /** Where to go from here: the card of the first part says that too. */
  readonly next: "told" | "left out";
}

/** The first that fits on a screen. */
function fittingWorkload(
  workload: WithParts,
  report: Report,
  options: RenderOptions,
  below: readonly Block[],
): readonly Block[] {
  const cards = extents.map((extent) => [...workloadBlocks(workload, report, options, extent), ...below]);
  return cards.find((card) => heightOf(card, options) <= lines) ?? cards.at(-1) ?? [];
}

/** A workload on one screen: its claims and pods that have a problem, and what to do for the first of them. */
function workloadBlocks(
  { whole, parts }: WithParts,
  report: Report,
  options: RenderOptions,
  { second, next }: WorkloadExtent,
): readonly Block[] {
  const now = options.now ?? report.takenAt;
  const [first] = parts;
  const isWithin = whole.object.namespace !== undefined;
  const rows = parts.slice(0, mostParts).map((part) => row(part, Date.parse(now)).slice(isWithin ? 1 : 0));
  const left = parts.length - mostParts;
  const { namespace } = whole.object;
  const own = whole.holds.filter(
    ({ held, isPart }) => isPart !== true && nameKey(held) === nameKey(whole.object),
  );
  const more = first === undefined ? undefined : askAbout(first.object, "why", options);
  return apart([
    [styledLine("title", headlineOf(whole, now))],
    textRow(
      "Cause",
      own.slice(0, mostOwn).map(({ message }) => inShort(message, namespace)),
    ),
    [
      table(isWithin ? header.slice(1) : header, rows, options),
      ...(left > 0 ? [paragraph(words(`and ${left} more: -o brief`))] : []),
    ],
    unreadBlocksOfCard(report.unread),
    first === undefined ? [] : firstSteps(first, whole, second),
    first === undefined || more === undefined
      ? []
      : [
          ...(next === "told" ? nextBlocks(first, report, options) : []),
          verbatim([{ words: `More about it: ${more}`, style: "aside" }]),
        ],
  ]);
}

/** The namespace is that of the workload; a node has none. */
function firstSteps(first: Diagnosis, whole: Diagnosis, second: SecondStep): readonly Block[] {
  const name = withoutNamespace(nameOf(first.object), whole.object.namespace);
  return apart([
    [paragraph(say`For ${name}:`), ...dataRows(first)],
    stepBlocks(first, second),
    warningBlocks(first, 1),
  ]);
}

export const text = forPeople("text", "for people, one screen an object", cards);

const header = ["namespace", "object", "state", "for", "data", "cause"];

function row({ object, state, since, fate, ...diagnosis }: Diagnosis, now: number): readonly Text[] {
  const seconds = secondsSince(since, now);
  const data = fate === undefined ? undefined : fateWords(fate);
  return [
    object.namespace === undefined ? [] : say`${object.namespace}`,
    shortNameOf(object),
    say`${state}`,
    words(seconds === undefined ? "" : humanDuration(seconds)),
    data === undefined ? [] : [{ words: data.short, style: data.style }],
    inCell(causesOf({ object, ...diagnosis }), diagnosis.verdict),
  ];
}

/** What is worth saying beside a loss is told where there is room for it. */
function inCell(cause: Phrase, { reason }: Diagnosis["verdict"]): Phrase {
  const [first] = cause;
  if (reason !== "DataLossAhead" || first === undefined || !("words" in first)) return cause;
  return words(first.words.replace(/; .*/s, ""));
}

/** One row for each object. */
function overviewBlocks(report: Report, options: RenderOptions): readonly Block[] {
  const now = Date.parse(options.now ?? report.takenAt);
  const rows = report.diagnoses.map((diagnosis) => row(diagnosis, now));
  return rows.length === 0 ? [] : [table(header, rows, options)];
}

function briefBlocks(report: Report, options: RenderOptions): readonly Block[] {
  return apart([
    headerBlocks(report, options),
    overviewBlocks(report, options),
    section(words("Not read"), unreadBlocks(report.unread)),
  ]);
}

/** An overview: which objects, in what state, what becomes of their data, and why. */
export const brief = forPeople("brief", "for people, one line an object", briefBlocks);
