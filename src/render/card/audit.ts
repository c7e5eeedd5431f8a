import { words } from "../../kubernetes/index.ts";
import type { AuditReport, Finding } from "../../report/index.ts";
import { bytesOfAll } from "../../report/index.ts";
import { counted, gibibytes } from "../amounts.ts";
import type { Block, Text } from "../doc.ts";
import { apart, indented, paragraph, styled } from "../doc.ts";
import type { Group } from "../group.ts";
import { grouped } from "../group.ts";
import type { Style } from "../line.ts";
import { forPeople } from "../present.ts";
import { noReach, withReach } from "../reached.ts";
import type { RenderOptions } from "../renderer.ts";
import { found, shortSummary } from "../terminal/audit-summary.ts";
import { findingsBlocks, solvedSections } from "../terminal/findings.ts";
import { headerAndClock } from "../terminal/header.ts";
import { entryBlocks } from "./cause-entry.ts";

interface Section {
  readonly heading: string;
  readonly style: Style;
  /** The hundreds of its rules: 1xx held, 2xx loss ahead, 3xx left behind, 4xx cannot start. */
  readonly hundred: string;
}

/** The most dangerous first. A cause stands in the first to which one of its findings belongs. */
const sections: readonly Section[] = [
  { heading: "DATA AT RISK", style: "bad", hundred: "PVG2" },
  { heading: "STUCK", style: "careful", hundred: "PVG1" },
  { heading: "PODS THAT CANNOT START", style: "careful", hundred: "PVG4" },
  { heading: "LEFT BEHIND", style: "heading", hundred: "PVG3" },
];

/** What is worth knowing, and asks for nothing. */
const notesSection = { heading: "NOTES", style: "heading" } as const;

/** Of each section; the others are with `--by rule`. */
const mostEntries = 10;

interface Placed {
  readonly section: Section;
  readonly group: Group<Finding>;
}

function placed(findings: readonly Finding[]): readonly Placed[] {
  return grouped(findings, ({ cause }) => cause.id).flatMap((group) => {
    const section = sections.find(({ hundred }) => group.some(({ code }) => code.startsWith(hundred)));
    if (section === undefined) return [];
    // What puts it into its section is what it is told by.
    const leading = group.filter(({ code }) => code.startsWith(section.hundred));
    const [worst = group[0], ...rest] = [
      ...leading,
      ...group.filter((finding) => !leading.includes(finding)),
    ];
    return [{ section, group: [worst, ...rest] }];
  });
}

const isNote = ({ group }: Placed): boolean => group.every(({ severity }) => severity === "note");

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
function countOf(report: AuditReport, troubles: readonly Placed[]): Text {
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
  { reach = noReach }: RenderOptions,
): readonly Block[] {
  if (findings.length === 0) return [];
  const line = words(withReach("Details: -o wide, --by rule, kubectl pvguard why TYPE/NAME", reach));
  return [...(findings.length > 5 ? [paragraph(count)] : []), paragraph(styled("aside", line))];
}

export const auditText = forPeople<AuditReport>(
  "text",
  "for people, one entry for each cause, the most dangerous first",
  (report, options) =>
    options.by === "rule" ? findingsBlocks(report, options) : causesBlocks(report, options),
);
