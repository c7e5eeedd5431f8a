import type { ObjectRef, Phrase } from "../../kubernetes/index.ts";
import {
  counted,
  humanDuration,
  join,
  nameKey,
  nameOf,
  say,
  secondsSince,
  withoutNamespace,
  words,
} from "../../kubernetes/index.ts";
import type { AuditReport, Finding } from "../../report/index.ts";
import { bytesOfAll } from "../../report/index.ts";
import { gibibytes } from "../amounts.ts";
import type { Block, Text } from "../doc.ts";
import { apart, indented, item, paragraph, styled, verbatim } from "../doc.ts";
import type { Group } from "../group.ts";
import { grouped } from "../group.ts";
import { notedMessage } from "../labels.ts";
import { forPeople } from "../present.ts";
import { argumentsFor, explained, noReach, ownCommand, withReach } from "../reached.ts";
import type { RenderOptions } from "../renderer.ts";
import { found, shortSummary } from "../terminal/audit-summary.ts";
import { findingsBlocks, solvedSections } from "../terminal/findings.ts";
import { headerAndClock } from "../terminal/header.ts";
import { inSentence } from "./headline.ts";
import { inShort, many } from "./rows.ts";
import type { Section } from "./sections.ts";
import { belongsTo, sections } from "./sections.ts";

/** What is worth knowing, and asks for nothing. */
export const notesSection = { heading: "NOTES", style: "heading" } as const;
/** Of each section; the others are with `--by rule`. */
const mostEntries = 10;

export interface Placed {
  readonly section: Section;
  readonly group: Group<Finding>;
}

export function placed(findings: readonly Finding[]): readonly Placed[] {
  return grouped(findings, ({ cause }) => cause.id).flatMap((group) => {
    const section = sections.find((each) => group.some((finding) => belongsTo(each, finding)));
    if (section === undefined) return [];
    // What puts it into its section is what it is told by.
    const own = group.filter(({ code }) => code.startsWith(section.hundred));
    const leading = [...own, ...group.filter((each) => !own.includes(each) && belongsTo(section, each))];
    const [worst = group[0], ...rest] = [
      ...leading,
      ...group.filter((finding) => !leading.includes(finding)),
    ];
    return [{ section, group: [worst, ...rest] }];
  });
}

export const isNote = ({ group }: Placed): boolean => group.every(({ severity }) => severity === "note");

function causesBlocks(report: AuditReport, options: RenderOptions): readonly Block[] {
  const now = Date.parse(options.now ?? report.takenAt);
  const all = placed(report.findings);
  const troubles = all.filter((each) => !isNote(each));
  const notes = all.filter(isNote);
  const [header, clock] = headerAndClock(report, options);
  return apart([
    header,
    shortSummary(report, countOf(report, troubles)),
    ...sections.map((section) =>
      entriesBlocks(
        section,
        troubles.filter((each) => each.section === section),
        now,
        options,
      ),
    ),
    entriesBlocks(notesSection, notes, now, options),
    ...solvedSections(report),
    [...moreBlocks(report, countOf(report, troubles), options), ...clock],
  ]);
}

/** `3 problems, 2 clean-ups (120 GiB), 1 note.` */
export function countOf(report: AuditReport, troubles: readonly Placed[]): Text {
  const { findings, unjudged = [] } = report;
  if (findings.length === 0) return unjudged.length > 0 ? [] : found(report);
  const cleanUps = troubles.filter(({ section }) => section.hundred === "PVG3");
  const bytes = bytesOfAll(cleanUps.flatMap(({ group }) => group));
  const size = bytes === 0 ? "" : ` (${gibibytes(bytes)} GiB)`;
  const notes = findings.filter(({ severity }) => severity === "note").length;
  const problems = troubles.length - cleanUps.length;
  const parts = [
    ...(problems === 0 ? [] : [counted(problems, "problem")]),
    ...(cleanUps.length === 0 ? [] : [counted(cleanUps.length, "clean-up") + size]),
    ...(notes === 0 ? [] : [counted(notes, "note")]),
  ];
  return words(`${parts.join(", ")}${report.comparison === undefined ? "" : ", all new"}.`);
}

/** Under its heading, the first of them, and how many more there are. */
function entriesBlocks(
  { heading, style }: Pick<Section, "heading" | "style">,
  all: readonly Placed[],
  now: number,
  options: RenderOptions,
): readonly Block[] {
  if (all.length === 0) return [];
  const left = all.length - mostEntries;
  return [
    paragraph([{ words: heading, style }]),
    ...all.slice(0, mostEntries).flatMap(({ group }) => entryBlocks(group, now, options)),
    ...(left <= 0 ? [] : [indented([paragraph(words(`and ${left} more: --by rule`))])]),
  ];
}

/** The end says again how much there is: who reads a long answer has scrolled away from its begin. */
function moreBlocks(
  { findings }: AuditReport,
  count: Text,
  { reach = noReach, manifests }: RenderOptions,
): readonly Block[] {
  if (findings.length === 0) return [];
  const why = manifests === true ? "" : ", kubectl pvguard why TYPE/NAME";
  const line = withReach(`Details: -o wide, --by rule${why}`, reach);
  // A command is pasted from one line: a long path is not to break it.
  return [...(findings.length > 5 ? [paragraph(count)] : []), verbatim([{ words: line, style: "aside" }])];
}

export const auditText = forPeople<AuditReport>(
  "text",
  "for people, one entry for each cause, the most dangerous first",
  (report, options) =>
    options.by === "rule" ? findingsBlocks(report, options) : causesBlocks(report, options),
);

/** Findings that one action or one decision ends, the worst first. */
type CauseGroup = Group<Finding>;

/** Wider names stand on a line of their own. */
const nameWidth = 24;

/** One trouble: what is behind it, what it does, and the command that leads out or explains. */
function entryBlocks(group: CauseGroup, now: number, options: RenderOptions): readonly Block[] {
  const [worst] = group;
  const name = nameOfCause(group);
  const command = commandFor(group, options);
  const content: readonly Block[] = [
    paragraph(summaryOf(group, now)),
    ...(command === undefined ? [] : [verbatim([{ words: command, style: "command" }])]),
  ];
  const marker = (text: string) => [{ words: text }];
  const length = name.reduce((sum, part) => sum + ("words" in part ? part.words : part.data).length, 0);
  const indent = " ".repeat(nameWidth);
  if (length + 3 > nameWidth || worst.message.length === 0)
    return [item(marker("  "), [paragraph(styled("title", name))]), item(marker(indent), content)];
  const pad = " ".repeat(nameWidth - 2 - length);
  return [item([...marker("  "), ...styled("title", name), ...marker(pad)], content)];
}

export function nameOfCause(group: CauseGroup): Phrase {
  const [{ cause, subject, title }] = group;
  if (cause.name !== undefined) return cause.name;
  const subjects = subjectsOf(group);
  if (subjects.length === 1) return nameOf(subject);
  const kinds = new Set(subjects.map(({ kind }) => kind));
  return words(
    kinds.size === 1
      ? `${subjects.length} ${many[subject.kind] ?? "objects"}`
      : `${subjects.length} objects: ${title}`,
  );
}

function subjectsOf(group: CauseGroup): readonly ObjectRef[] {
  return [...new Map(group.map(({ subject }) => [nameKey(subject), subject])).values()];
}

/** More than this are counted. */
const mostNamed = 3;

export function summaryOf(group: CauseGroup, now: number): Phrase {
  const [worst] = group;
  const { cause, title } = worst;
  const others = subjectsOf(group).filter(
    (ref) => cause.object === undefined || nameKey(ref) !== nameKey(cause.object),
  );
  // Left out where the cause says it, or where all of them have it.
  const isOne = new Set(others.flatMap((ref) => ref.namespace ?? [])).size < 2;
  const namespace = cause.object?.namespace ?? (isOne ? worst.subject.namespace : undefined);
  const named = others.slice(0, mostNamed).map((ref) => withoutNamespace(nameOf(ref), namespace));
  const list = join(named, ", ");
  const left = others.length - named.length;
  const all = left === 0 ? list : say`${list} and ${left} more`;
  const extent = extentOf(group, now);
  const told = inShort(notedMessage(worst), namespace);
  const isMany = cause.name === undefined && others.length > 1;
  // Of many that are to be cleaned up the rule says what they have in common.
  const what = isMany ? words(inSentence(title)) : told;
  const isOwn = others.length === 0 || (cause.name === undefined && others.length === 1);
  // A loss ahead is that of one object.
  const subjects =
    worst.code.startsWith("PVG2") && !isMany ? withoutNamespace(nameOf(worst.subject), namespace) : all;
  const loss = worst.code.startsWith("PVG1") && worst.data === "destroyed" ? lost : [];
  return isOwn
    ? say`${what}${extent}${loss}`
    : say`${subjects}${extent}: ${isMany ? what : reasonOf(group, told)}${loss}`;
}

const lost = words("; the data is lost once this is resolved");

/** The reason in a few words. A loss ahead is told whole: the disk, and when it is lost. */
function reasonOf([{ code, cause, note }]: CauseGroup, told: Phrase): Phrase {
  return cause.title === undefined || note !== undefined || code.startsWith("PVG2")
    ? told
    : words(inSentence(cause.title));
}

/** ` (2d3h, 300 GiB)`: since when, and how much the disks hold, each counted once. */
function extentOf(group: CauseGroup, now: number): Phrase {
  const ages = group.flatMap(({ since }) => secondsSince(since, now) ?? []);
  const bytes = bytesOfAll(group);
  const parts = [
    ...(ages.length === 0 ? [] : [humanDuration(Math.max(...ages))]),
    ...(bytes === 0 ? [] : [`${gibibytes(bytes)} GiB`]),
  ];
  return words(parts.length === 0 ? "" : ` (${parts.join(", ")})`);
}

export function commandFor(
  group: CauseGroup,
  { reach, again, manifests }: RenderOptions,
): string | undefined {
  const [{ code, subject, cause }] = group;
  const isMany = cause.name === undefined && subjectsOf(group).length > 1;
  if (isMany) return ownCommand(["audit", ...(again?.audit ?? []), "--rules", code, "-o", "wide"], reach);
  const isExplained = manifests !== true && (explained.has(subject.kind) || subject.kind === "Namespace");
  const why = ["why", ...argumentsFor(subject), ...(again?.why ?? [])];
  return ownCommand(isExplained ? why : ["explain", code], reach);
}
