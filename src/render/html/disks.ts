import { counted, humanDuration, join, nameOf, say, secondsSince, words } from "../../kubernetes/index.ts";
import type { DataFate, Finding, SizedDisk } from "../../report/index.ts";
import { gibibytes } from "../amounts.ts";
import type { Block, Text } from "../doc.ts";
import { item, paragraph, styled } from "../doc.ts";
import type { Group } from "../group.ts";
import { grouped } from "../group.ts";
import { fates } from "../labels.ts";
import type { Cell, DiskRow, DiskTable, Entry } from "./document.ts";
import { ruleOf } from "./filter.ts";

const columns: DiskTable["columns"] = [
  { name: "Volume", is: "text" },
  { name: "GiB", is: "number" },
  { name: "Storage class", is: "text" },
  { name: "What happens", is: "text" },
  { name: "For", is: "number" },
  { name: "Rules", is: "text" },
  { name: "Object", is: "text" },
];

/** A finding, and where the page tells of it. */
interface Shown {
  readonly finding: Finding;
  readonly entry: Entry;
  /** Milliseconds. */
  readonly now: number;
}

interface OnDisk extends Shown {
  readonly disk: SizedDisk;
}

/** Each disk once, whatever stands for it. Two clusters have no disk in common that could be told by its name. */
export function disksOf(all: readonly Shown[]): DiskTable {
  const found = all.flatMap((each) => (each.finding.disks ?? []).map((disk): OnDisk => ({ ...each, disk })));
  const rows = grouped(found, ({ entry: { cluster } }) => cluster ?? "").flatMap(disksIn);
  const isOfSeveral = all.some(({ entry }) => entry.cluster !== undefined);
  return {
    columns: isOfSeveral ? [{ name: "Cluster", is: "text" }, ...columns] : columns,
    rows: rows.map(diskRow),
  };
}

/** The disks of one cluster, each with all that is said of it. */
function disksIn<T extends { readonly disk: SizedDisk }>(found: readonly T[]): readonly Group<T>[] {
  const keys = new Map(
    found.flatMap(({ disk: { volume, key } }) => (key === undefined ? [] : [[volume, key] as const])),
  );
  return grouped(found, ({ disk: { volume } }) =>
    JSON.stringify([keys.get(volume) ?? "", keys.has(volume) ? "" : volume]),
  );
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

function fateOf(on: readonly { readonly finding: Finding }[]): DataFate | undefined {
  return worstFirst.find((each) => on.some(({ finding }) => finding.data === each));
}

function sizeOf(on: readonly { readonly disk: SizedDisk }[]): number {
  return Math.max(...on.map(({ disk }) => disk.bytes));
}

function list(texts: readonly string[]) {
  return join(
    [...new Set(texts)].map((text) => say`${text}`),
    ", ",
  );
}

function diskRow(on: Group<OnDisk>): DiskRow {
  const [{ finding, entry }] = on;
  const findings = on.map((each) => each.finding);
  const data = fateOf(on);
  const bytes = sizeOf(on);
  const ages = on.flatMap(({ finding: { since }, now }) => secondsSince(since, now) ?? []);
  const age = ages.length === 0 ? undefined : Math.max(...ages);
  const classes = [...new Set(findings.flatMap(({ storageClass }) => storageClass ?? []))];
  const { cluster } = entry;
  const cells: readonly Cell[] = [
    ...(cluster === undefined ? [] : [{ text: say`${cluster}` }]),
    { text: list(on.map(({ disk }) => disk.volume)) },
    { text: words(gibibytes(bytes)), number: bytes },
    { text: list(classes) },
    { text: data === undefined ? notTold : [{ words: fates[data].short, style: fates[data].style }] },
    { text: words(age === undefined ? "" : humanDuration(age)), number: age },
    { text: words([...new Set(findings.map(({ code }) => code))].join(", ")) },
    { text: nameOf(finding.subject), to: entry },
  ];
  return {
    severity: finding.severity,
    rules: findings.map(ruleOf),
    namespaces: findings.flatMap(({ subject }) => subject.namespace ?? []),
    classes,
    ...(cluster === undefined ? {} : { cluster }),
    cells,
  };
}

/** More disks of one cause are counted. */
const mostNamed = 4;

/** What happens to each disk of one cause, the worst first. */
export function dataRows(findings: readonly Finding[]): readonly Block[] {
  const found = findings.flatMap((finding) => (finding.disks ?? []).map((disk) => ({ finding, disk })));
  const sized = disksIn(found).map((on) => ({
    data: fateOf(on),
    disk: say`the disk of ${list(on.map(({ disk }) => disk.volume))} (${words(gibibytes(sizeOf(on)))} GiB)`,
  }));
  // Of a disk whose size is unknown there is only what stands for it.
  const unsized = findings.flatMap(({ data, subject }) =>
    data === "none" || sized.some((each) => each.data === data)
      ? []
      : [{ data, disk: say`the disk of ${nameOf(subject)}` }],
  );
  const all = worstFirst.flatMap((data) => [...sized, ...unsized].filter((each) => each.data === data));
  const left = all.length - mostNamed;
  const texts = [
    ...all
      .slice(0, mostNamed)
      .flatMap(({ data, disk }) => (data === undefined ? [] : [fateText(data, disk)])),
    ...(left > 0 ? [words(`and ${counted(left, "more disk")}, in the table of disks`)] : []),
  ];
  return texts.length === 0
    ? []
    : [
        item(
          words("Data"),
          texts.map((text) => paragraph(text)),
        ),
      ];
}

function fateText(data: DataFate, disk: Text): Text {
  const { ahead, style } = fates[data];
  const verdict = styled(style, words(ahead));
  return data === "unknown"
    ? [...verdict, ...words(" what happens to "), ...disk]
    : [...disk, ...words(" "), ...verdict];
}
