import { nameOf, say, words } from "../../kubernetes/index.ts";
import type { Diagnosis, Fate, Report } from "../../report/index.ts";
import { headlineOf } from "../card/headline.ts";
import { byWorkload, groupBlocks } from "../card/report.ts";
import type { Block } from "../doc.ts";
import { graphOf } from "../graph.ts";
import { fateWords } from "../labels.ts";
import type { Renderer, RenderOptions } from "../renderer.ts";
import { headerBlocks } from "../terminal/header.ts";
import { diagnosisBlocks } from "../terminal/report.ts";
import { unreadBlocks } from "../terminal/unread.ts";
import { blocksMarkup } from "./blocks.ts";
import { chainMarkup } from "./chain.ts";
import type { Cell, DiskTable, Entry, EntryGroup } from "./document.ts";
import { documentOf } from "./document.ts";

export const reportHtml: Renderer = {
  name: "html",
  summary: "for people, one file for a browser, with the chains as drawings",
  render: pageOf,
};

/** As long as a card needs: a page has no last line. */
const unlimited = 100_000;

function pageOf(report: Report, options: RenderOptions): string {
  const { diagnoses, source, takenAt, unread } = report;
  const [only, ...others] = diagnoses;
  const isOne = only !== undefined && others.length === 0;
  const entries = byWorkload(diagnoses).flatMap((group) => [
    entryOf(group.whole, groupBlocks(group, report, { ...options, width: unlimited }), report, options),
    ...group.parts.map((part) =>
      entryOf(
        part,
        groupBlocks({ whole: part, parts: [] }, report, { ...options, width: unlimited }),
        report,
        options,
      ),
    ),
  ]);
  return documentOf({
    title: isOne
      ? say`Diagnosis of ${nameOf(only.object)}`
      : words(`Diagnosis of ${diagnoses.length} objects`),
    takenAt,
    facts: [["Source", say`${source}`]],
    summary: headerBlocks(report, { ...options, wide: true }),
    names: { entries: "objects", severity: "State", rule: "Reason" },
    groups: groupsOf(entries),
    disks: disksOf(diagnoses, entries),
    parts: [{ id: "unread", heading: "Not read", blocks: unreadBlocks(unread) }],
    version: options.version,
  });
}

const headings: readonly (readonly [heading: string, of: Entry["severity"]])[] = [
  ["Stuck", "stuck"],
  ["Blocked", "blocked"],
  ["Unknown", "unknown"],
  ["Waiting", "waiting"],
  ["Healthy", "healthy"],
];

function groupsOf(entries: readonly Entry[]): readonly EntryGroup[] {
  return headings.map(([heading, of]) => ({
    heading,
    entries: entries.filter(({ severity }) => severity === of),
  }));
}

function entryOf(
  diagnosis: Diagnosis,
  [, ...card]: readonly Block[],
  report: Report,
  options: RenderOptions,
): Entry {
  const { verdict, object, roots } = diagnosis;
  const account = diagnosisBlocks(diagnosis, report, { ...options, wide: true });
  return {
    severity: verdict.category,
    rules: [verdict.reason, ...roots.map(({ reason }) => reason)],
    namespaces: object.namespace === undefined ? [] : [object.namespace],
    classes: [],
    heading: headlineOf(diagnosis, options.now ?? report.takenAt),
    card,
    chain: chainMarkup(graphOf({ diagnoses: [diagnosis], unread: [] })),
    more: {
      summary: "The whole account, with the evidence and every step",
      account: blocksMarkup(account),
      isOpen: false,
    },
  };
}

const columns: DiskTable["columns"] = [
  { name: "Disk", is: "text" },
  { name: "Volume", is: "text" },
  { name: "Size", is: "text" },
  { name: "Driver", is: "text" },
  { name: "Policy", is: "text" },
  { name: "What happens", is: "text" },
  { name: "Object", is: "text" },
];

function disksOf(diagnoses: readonly Diagnosis[], entries: readonly Entry[]): DiskTable {
  const rows = diagnoses.flatMap(({ fate, object }, at) => {
    const entry = entries[at];
    if (fate === undefined || fate.data === "none" || entry === undefined) return [];
    const { severity, rules, namespaces, classes } = entry;
    const cells = [...diskCells(fate), { text: nameOf(object), to: entry }];
    return [{ severity, rules, namespaces, classes, cells }];
  });
  return { columns, rows };
}

function diskCells({ volumeHandle, volume, capacity, driver, policy, ...fate }: Fate): readonly Cell[] {
  const cell = (text: string | undefined): Cell => ({ text: text === undefined ? [] : say`${text}` });
  const { short, style } = fateWords(fate);
  return [
    cell(volumeHandle),
    cell(volume?.name),
    cell(capacity),
    cell(driver),
    cell(policy),
    { text: [{ words: short, style }] },
  ];
}
