import {
  type AuditReport,
  bytesOf,
  type Finding,
  flatten,
  type Phrase,
  type Silenced,
  say,
} from "../../model/index.ts";
import { whole } from "../escape.ts";
import { stepLine } from "../labels.ts";
import type { Renderer } from "../renderer.ts";
import { blindSpots, unreadPhrase } from "../terminal/unread.ts";
import { plainText } from "../views/schema.ts";

const columns = [
  "status",
  "code",
  "severity",
  "confidence",
  "apiVersion",
  "kind",
  "namespace",
  "name",
  "uid",
  "since",
  "bytes",
  "storageClass",
  "reason",
  "title",
  "message",
  "steps",
  "cause",
] as const;

type Row = Partial<Record<(typeof columns)[number], string>>;

/** What a spreadsheet would take for a formula, and the mark itself: CWE-1236. */
const formula = /^[=+\-@\uff1d\uff0b\uff0d\uff20'\t\r]/;

/** RFC 4180. A cell that could be a formula begins with an apostrophe. */
function cell(text: string): string {
  const visible = whole(text);
  const harmless = formula.test(visible) ? `'${visible}` : visible;
  return /[",\r\n]|^\s|\s$/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

function line(cells: readonly string[]): string {
  return `${cells.map(cell).join(",")}\r\n`;
}

function findingRow(finding: Finding): Row {
  const { subject, since, storageClass, reason, note } = finding;
  const bytes = bytesOf(finding);
  const message: Phrase = note === undefined ? finding.message : say`${finding.message} (${note})`;
  return {
    status: "found",
    code: finding.code,
    severity: finding.severity,
    confidence: finding.confidence,
    apiVersion: subject.apiVersion,
    kind: subject.kind,
    namespace: subject.namespace ?? "",
    name: subject.name,
    uid: subject.uid ?? "",
    since: since ?? "",
    bytes: bytes === undefined ? "" : String(bytes),
    storageClass: storageClass ?? "",
    reason: reason ?? "",
    title: finding.title,
    message: flatten(message, (data) => data),
    steps: finding.remedies.map((remedy) => flatten(stepLine(remedy), (data) => data)).join("; "),
    cause: finding.cause.id,
  };
}

/** One line for each rule and each thing that it could not see. */
function silencedRows(silenced: readonly Silenced[]): readonly Row[] {
  return blindSpots(silenced).flatMap(({ unread, codes }) =>
    codes.map((code) => ({ status: "could not look", code, message: plainText(unreadPhrase(unread)) })),
  );
}

export const auditCsv: Renderer<AuditReport> = {
  name: "csv",
  summary: "for spreadsheets, one line per finding",
  render: ({ findings, silenced }) => {
    const rows: readonly Row[] = [...findings.map(findingRow), ...silencedRows(silenced)];
    const lines = rows.map((row) => line(columns.map((column) => row[column] ?? "")));
    return [line(columns), ...lines].join("");
  },
};
