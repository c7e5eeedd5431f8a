import type { Phrase } from "../../kubernetes/index.ts";
import { humanDuration, inOrder, join, nameOf, say, secondsSince, words } from "../../kubernetes/index.ts";
import type { AuditReport, EarlierFinding, Finding } from "../../report/index.ts";
import { bytesOf } from "../../report/index.ts";
import type { Share, Sum } from "../amounts.ts";
import { divisions, gibibytes, sharesBy, sumOf } from "../amounts.ts";
import type { Block, Text } from "../doc.ts";
import { apart, indented, item, paragraph, section, sentence, styled, verbatim } from "../doc.ts";
import { whole } from "../escape.ts";
import type { Group } from "../group.ts";
import { grouped } from "../group.ts";
import { notedMessage, severityCounts, styleOf } from "../labels.ts";
import { forPeople } from "../present.ts";
import { noReach, withReach } from "../reached.ts";
import type { RenderOptions } from "../renderer.ts";
import { boxLines } from "../table.ts";
import { summaryBlocks } from "./audit-summary.ts";
import { headerBlocks } from "./header.ts";
import { evidenceBlocks, uidOf } from "./holds.ts";
import { findingRemedies } from "./remedies.ts";
import { unreadBlocks, widest } from "./unread.ts";

/** The findings of one rule: one line an object, or all that is known of each. */
function groupBlocks(group: Group<Finding>, now: number, options: RenderOptions): readonly Block[] {
  const [worst] = group;
  const heading: Text = [
    ...styled(styleOf(worst.severity), words(worst.code)),
    ...words(` ${worst.title} (${severityCounts(group)})`),
  ];
  // One line, however long, so that `grep PVG` shows it whole.
  return [
    { block: "verbatim", text: styled("heading", heading) },
    indented(
      options.wide ? group.flatMap((finding) => detailBlocks(finding, now, options)) : [tableOf(group, now)],
    ),
  ];
}

interface Column {
  readonly name: string;
  cell(finding: Finding, now: number): Text;
}

const columns: readonly Column[] = [
  { name: "severity", cell: ({ severity }) => [{ words: severity, style: styleOf(severity) }] },
  { name: "object", cell: ({ subject }) => styled("title", nameOf(subject)) },
  { name: "for", cell: ({ since }, now) => ageOf(since, now) },
  { name: "size", cell: sizeOf },
  { name: "what", cell: notedMessage },
];

function tableOf(group: readonly Finding[], now: number): Block {
  const isUsed = ({ cell }: Column) => group.some((finding) => cell(finding, now).length > 0);
  const used = columns.filter(isUsed);
  const filled = (text: Text) => (text.length === 0 ? words("-") : text);
  return {
    block: "table",
    header: used.map(({ name }) => name),
    headers: "hidden",
    rows: group.map((finding) => used.map(({ cell }) => filled(cell(finding, now)))),
  };
}

function ageOf(since: string | undefined, now: number): Text {
  const seconds = secondsSince(since, now);
  return seconds === undefined ? [] : words(humanDuration(seconds));
}

function sizeOf(finding: Finding): Phrase {
  const bytes = bytesOf(finding);
  return bytes === undefined ? [] : words(`${gibibytes(bytes)} GiB`);
}

export function detailBlocks(finding: Finding, now: number, options: RenderOptions): readonly Block[] {
  const { subject, since, storageClass, message, note, confidence, reason } = finding;
  const age = ageOf(since, now);
  const size = sizeOf(finding);
  const facts = [
    words(finding.severity),
    ...(age.length === 0 ? [] : [say`for ${age}`]),
    ...(size.length === 0 ? [] : [size]),
    ...(storageClass === undefined ? [] : [say`storage class ${storageClass}`]),
    words(confidence),
    ...(reason === undefined ? [] : [say`${reason}`]),
  ];
  const name = [...styled("title", nameOf(subject)), ...uidOf(subject, options)];
  return [
    paragraph(join([name, ...facts], ", "), 2),
    item(
      [{ words: "  " }],
      [
        paragraph(sentence(message)),
        ...(note === undefined ? [] : [paragraph(styled("careful", sentence(note)))]),
        ...evidenceBlocks(finding.evidence),
        ...findingRemedies(finding.remedies),
      ],
    ),
  ];
}

function solvedBlocks(heading: string, solved: readonly EarlierFinding[]): readonly Block[] {
  return section(
    words(`${heading} (${solved.length})`),
    solved.map(({ code, subject }) => paragraph(say`${code} ${nameOf(subject)}`, 2)),
  );
}

/** What the baseline has and this audit does not. */
export function solvedSections({ comparison }: AuditReport): readonly (readonly Block[])[] {
  return [
    solvedBlocks("Solved", comparison?.solved ?? []),
    solvedBlocks("Not checked again", comparison?.unsure ?? []),
  ];
}

const details = "Details: kubectl pvguard explain CODE";
const detailsWithWhy = `${details}, kubectl pvguard why TYPE/NAME`;

/** Grouped by rule, the worst first. */
export function findingsBlocks(report: AuditReport, options: RenderOptions): readonly Block[] {
  const now = Date.parse(options.now ?? report.takenAt);
  const { findings, unread } = report;
  return apart([
    headerBlocks({ ...report, unread: [] }, options),
    summaryBlocks(report),
    ...grouped(findings, ({ code }) => code).map((group) => groupBlocks(group, now, options)),
    totalsBlocks(report),
    ...solvedSections(report),
    section(words("Not read"), unreadBlocks(widest(unread))),
    findings.length === 0
      ? []
      : [
          // A command is pasted from one line: a long path is not to break it.
          verbatim([
            {
              words: withReach(
                options.manifests === true ? details : detailsWithWhy,
                options.reach ?? noReach,
              ),
            },
          ]),
        ],
  ]);
}

export const findingsWide = forPeople<AuditReport>(
  "wide",
  "for people, with the evidence and what to do",
  (report, options) => findingsBlocks(report, { ...options, wide: true }),
);

const mostRows = 8;

/** What the objects take up, by rule, storage class and namespace. Where there is but one of each, the summary says it. */
function totalsBlocks({ findings }: AuditReport): readonly Block[] {
  const shares = [
    { by: "rule", among: sharesBy(findings, divisions.code) },
    { by: "storage class", among: sharesBy(findings, divisions.storageClass) },
    { by: "namespace", among: sharesBy(findings, divisions.namespace) },
  ];
  if (shares.every(({ among }) => among.length < 2)) return [];
  const rows = shares.flatMap(({ by, among }) => rowsOf(by, among));
  return [
    paragraph([{ words: "Disk space, each disk once a line", style: "heading" }]),
    {
      block: "drawn",
      lines: boxLines(["by", "which", "objects", "GiB"], ["left", "left", "right", "right"], rows),
    },
  ];
}

/** The largest first; what is behind them in one row. */
function rowsOf(by: string, shares: readonly Share[]): readonly (readonly Text[])[] {
  const sorted = shares
    .map(({ of, findings }) => ({ findings, ...sumOf({ of, findings }) }))
    .sort((a, b) => b.bytes - a.bytes || inOrder(a.of, b.of));
  const shown = sorted
    .slice(0, mostRows)
    .map((sum) => row(sum.of === "" ? words("none") : say`${whole(sum.of)}`, sum));
  const rest = sorted.slice(mostRows);
  const others = sumOf({ of: "", findings: rest.flatMap(({ findings }) => findings) });
  const all = rest.length === 0 ? shown : [...shown, row(words(`${rest.length} more`), others)];
  return all.map((cells, position) => [words(position === 0 ? by : ""), ...cells]);
}

function row(which: Text, { objects, bytes }: Sum): readonly Text[] {
  return [which, words(String(objects)), words(gibibytes(bytes))];
}
