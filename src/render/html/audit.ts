import { humanDuration, join, nameKey, nameOf, say, secondsSince, words } from "../../kubernetes/index.ts";
import type { AuditReport, DataFate, Fate, Finding, Ignored, SizedDisk } from "../../report/index.ts";
import { counted, gibibytes } from "../amounts.ts";
import type { Placed } from "../card/audit.ts";
import { commandFor, countOf, isNote, nameOfCause, notesSection, placed, summaryOf } from "../card/audit.ts";
import { sections } from "../card/sections.ts";
import type { Block, Text } from "../doc.ts";
import { bullet, paragraph, verbatim } from "../doc.ts";
import type { Chain } from "../graph.ts";
import { graphOf } from "../graph.ts";
import type { Group } from "../group.ts";
import { grouped } from "../group.ts";
import { fates } from "../labels.ts";
import type { Renderer, RenderOptions } from "../renderer.ts";
import { limitsLine, shortSummary } from "../terminal/audit-summary.ts";
import { detailBlocks, solvedSections } from "../terminal/findings.ts";
import { headerBlocks } from "../terminal/header.ts";
import { unreadBlocks, widest } from "../terminal/unread.ts";
import { blocksMarkup } from "./blocks.ts";
import { chainMarkup } from "./chain.ts";
import type { Cell, DiskRow, DiskTable, Entry, EntryGroup, Part } from "./document.ts";
import { documentOf } from "./document.ts";
import type { Markup } from "./markup.ts";
import { html, nothing } from "./markup.ts";

export const auditHtml: Renderer<AuditReport> = {
  name: "html",
  summary: "for people, one file for a browser, with filters and drawings",
  render: pageOf,
};

function pageOf(report: AuditReport, options: RenderOptions): string {
  const all = placed(report.findings);
  const troubles = all.filter((each) => !isNote(each));
  const entries = new Map(all.map((each, at) => [each, entryOf(each, at, report, options)]));
  const groupOf = (heading: string, members: readonly Placed[]): EntryGroup => ({
    heading: heading.charAt(0) + heading.slice(1).toLowerCase(),
    entries: members.flatMap((each) => entries.get(each) ?? []),
  });
  return documentOf({
    title: say`Storage audit of ${report.cluster ?? report.source}`,
    facts: factsOf(report),
    summary: [
      ...headerBlocks({ ...report, unread: [] }, { ...options, wide: true }),
      ...shortSummary(report, countOf(report, troubles)),
    ],
    names: { entries: "causes", severity: "Severity", rule: "Rule" },
    groups: [
      ...sections.map((section) =>
        groupOf(
          section.heading,
          troubles.filter((each) => each.section === section),
        ),
      ),
      groupOf(notesSection.heading, all.filter(isNote)),
    ],
    disks: disksOf(all, entries, Date.parse(options.now ?? report.takenAt)),
    parts: partsOf(report),
    version: options.version,
  });
}

function factsOf({ source, takenAt, asked, findings }: AuditReport): readonly (readonly [string, Text])[] {
  const objects = new Set(findings.map(({ subject }) => nameKey(subject))).size;
  return [
    ["Source", say`${source}`],
    ["Time", say`${takenAt}`],
    ["Rules", words(String(asked.length))],
    ["Findings", words(`${findings.length} about ${counted(objects, "object")}`)],
  ];
}

/** More than these are counted: no person reads a page of tens of thousands. */
const mostFindings = 200;
const mostDrawings = 200;
const mostDrawn = 24;

function entryOf({ group }: Placed, at: number, report: AuditReport, options: RenderOptions): Entry {
  const now = Date.parse(options.now ?? report.takenAt);
  const command = commandFor(group, options);
  const [{ severity }] = group;
  const chains = at < mostDrawings ? group.flatMap(chainOf) : [];
  const left = group.length - mostFindings;
  const findings = group.slice(0, mostFindings).map((finding) => {
    const blocks = detailBlocks(finding, now, { ...options, wide: true });
    const rule = paragraph([{ words: `${finding.code} ${finding.title}`, style: "aside" }]);
    return html`<div class="finding">${blocksMarkup([rule, ...blocks])}</div>`;
  });
  return {
    severity,
    rules: group.map(ruleOf),
    namespaces: group.flatMap(({ subject }) => subject.namespace ?? []),
    classes: group.flatMap(({ storageClass }) => storageClass ?? []),
    heading: nameOfCause(group),
    card: [
      paragraph(summaryOf(group, now)),
      ...(command === undefined ? [] : [verbatim([{ words: command, style: "command" }])]),
    ],
    chain: nothing,
    more: {
      summary: `${counted(group.length, "finding")} with evidence and steps`,
      account: html`${drawingOf(chains)}${findings}${left > 0 ? html`<p>and ${left} more: -o wide</p>` : nothing}`,
      isOpen: severity === "error" && at === 0,
    },
  };
}

function ruleOf({ code, title }: Finding): string {
  return `${code} ${title}`;
}

function drawingOf(chains: readonly Chain[]): Markup {
  return chains.length === 0 ? nothing : chainMarkup(graphOf({ diagnoses: chains, unread: [] }, mostDrawn));
}

/** What holds its subject, down to the root that the finding names, and the disk where it is one. */
function chainOf({ subject, holds, reason, data, disks = [] }: Finding): readonly Chain[] {
  if (holds === undefined || holds.length === 0) return [];
  const [disk, ...others] = disks;
  const fate: Fate | undefined =
    data === undefined || disk === undefined || others.length > 0 ? undefined : fateOf(data, disk);
  const roots = holds.filter((hold) => hold.reason === reason);
  return [{ object: subject, holds, roots, ...(fate === undefined ? {} : { fate }) }];
}

function fateOf(data: Fate["data"], { volume, bytes }: SizedDisk): Fate {
  return {
    data,
    because: [],
    volume: { apiVersion: "v1", kind: "PersistentVolume", name: volume },
    capacity: `${gibibytes(bytes)} GiB`,
  };
}

const columns: DiskTable["columns"] = [
  { name: "Volume", is: "text" },
  { name: "GiB", is: "number" },
  { name: "Storage class", is: "text" },
  { name: "What happens", is: "text" },
  { name: "For", is: "number" },
  { name: "Rules", is: "text" },
  { name: "Object", is: "text" },
];

interface OnDisk {
  readonly finding: Finding;
  readonly disk: SizedDisk;
  readonly entry: Entry;
}

/** Each disk once, whatever stands for it. */
function disksOf(all: readonly Placed[], entries: ReadonlyMap<Placed, Entry>, now: number): DiskTable {
  const found = all.flatMap((each) => {
    const entry = entries.get(each);
    if (entry === undefined) return [];
    return each.group.flatMap((finding) =>
      (finding.disks ?? []).map((disk): OnDisk => ({ finding, disk, entry })),
    );
  });
  const keys = new Map(
    found.flatMap(({ disk: { volume, key } }) => (key === undefined ? [] : [[volume, key] as const])),
  );
  const rows = grouped(found, ({ disk: { volume } }) =>
    JSON.stringify([keys.get(volume) ?? "", keys.has(volume) ? "" : volume]),
  );
  return { columns, rows: rows.map((row) => diskRow(row, now)) };
}

/** It must not look as if nothing happened. */
const notTold: Text = [{ words: "not predicted", style: "aside" }];

/** What is told first of a disk with several findings is what happens to it. */
const worstFirst: readonly DataFate[] = [
  "destroyed",
  "exposed",
  "already-gone",
  "unknown",
  "leaked",
  "kept",
  "none",
];

function diskRow(on: Group<OnDisk>, now: number): DiskRow {
  const [{ finding, entry }] = on;
  const findings = on.map((each) => each.finding);
  const data = worstFirst.find((each) => findings.some((one) => one.data === each));
  const bytes = Math.max(...on.map(({ disk }) => disk.bytes));
  const ages = findings.flatMap(({ since }) => secondsSince(since, now) ?? []);
  const age = ages.length === 0 ? undefined : Math.max(...ages);
  const namespaces = findings.flatMap(({ subject }) => subject.namespace ?? []);
  const classes = [...new Set(findings.flatMap(({ storageClass }) => storageClass ?? []))];
  const list = (texts: readonly string[]) =>
    join(
      [...new Set(texts)].map((text) => say`${text}`),
      ", ",
    );
  const cells: readonly Cell[] = [
    { text: list(on.map(({ disk }) => disk.volume)) },
    { text: words(gibibytes(bytes)), number: bytes },
    { text: list(classes) },
    { text: data === undefined ? notTold : [{ words: fates[data].short, style: fates[data].style }] },
    { text: words(age === undefined ? "" : humanDuration(age)), number: age },
    { text: words([...new Set(findings.map(({ code }) => code))].join(", ")) },
    { text: nameOf(finding.subject), to: entry },
  ];
  return { severity: finding.severity, rules: findings.map(ruleOf), namespaces, classes, cells };
}

function partsOf(report: AuditReport): readonly Part[] {
  const { unread, silenced, ignored, changed, unjudged = [] } = report;
  const missed = widest([...silenced.map((each) => each.unread), ...unread]);
  const [solved = [], unsure = []] = solvedSections(report);
  return [
    {
      id: "not-checked",
      heading: "Not checked",
      blocks: [...limitsLine(report), ...unreadBlocks(missed)],
    },
    {
      id: "stuck",
      heading: "Stuck without a finding",
      blocks: unjudged.map(({ object, state }) => bullet(say`${nameOf(object)}: ${state}`)),
    },
    { id: "ignored", heading: "Ignored on request", blocks: ignored.map(ignoredBlock) },
    {
      id: "changed",
      heading: "Resolved when checked again",
      blocks: changed.map(({ code, subject }) => bullet(say`${words(code)} ${nameOf(subject)}`)),
    },
    { id: "solved", heading: "Since the baseline", blocks: [...solved, ...unsure] },
  ];
}

function ignoredBlock({ finding: { code, subject }, by, reason, until }: Ignored): Block {
  const why = reason === undefined ? [] : say`: ${reason}`;
  const end = until === undefined ? [] : say` (until ${until})`;
  return bullet(say`${words(code)} ${nameOf(subject)}, by ${words(by)}${why}${end}`);
}
