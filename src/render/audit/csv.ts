import type { AuditReport, ClusterAudit, Finding, Silenced } from "../../report/index.ts";
import { bytesOf } from "../../report/index.ts";
import { whole } from "../escape.ts";
import { notedMessage, stepLine } from "../labels.ts";
import type { Renderer } from "../renderer.ts";
import { blindSpots, unreadLine } from "../terminal/unread.ts";
import { plainText } from "../views/schema.ts";
import { ofSeveral, outcomeLine } from "./cluster.ts";

/** What stands in each column about a finding. */
const columns = {
  status: () => "found",
  code: ({ code }) => code,
  severity: ({ severity }) => severity,
  confidence: ({ confidence }) => confidence,
  apiVersion: ({ subject }) => subject.apiVersion,
  kind: ({ subject }) => subject.kind,
  namespace: ({ subject }) => subject.namespace,
  name: ({ subject }) => subject.name,
  uid: ({ subject }) => subject.uid,
  since: ({ since }) => since,
  bytes: (finding) => bytesOf(finding),
  storageClass: ({ storageClass }) => storageClass,
  reason: ({ reason }) => reason,
  title: ({ title }) => title,
  message: (finding) => plainText(notedMessage(finding)),
  steps: ({ remedies }) => remedies.map((remedy) => plainText(stepLine(remedy))).join("; "),
  cause: ({ cause }) => cause.id,
} as const satisfies { readonly [name: string]: (finding: Finding) => string | number | undefined };

type Row = { readonly [N in keyof typeof columns | "context"]?: string | number | undefined };

const names = Object.keys(columns) as readonly (keyof typeof columns)[];

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
  return Object.fromEntries(names.map((name) => [name, columns[name](finding)]));
}

/** One line for each rule and each thing that it could not see. */
function silencedRows(silenced: readonly Silenced[]): readonly Row[] {
  return blindSpots(silenced).flatMap(({ unread, codes }) =>
    codes.map((code) => ({ status: "could not look", code, message: plainText(unreadLine(unread)) })),
  );
}

function rowsOf({ findings, silenced }: AuditReport): readonly Row[] {
  return [...findings.map(findingRow), ...silencedRows(silenced)];
}

function sheet(rows: readonly Row[], header: readonly (keyof Row)[]): string {
  const lines = rows.map((row) => line(header.map((name) => String(row[name] ?? ""))));
  return [line(header), ...lines].join("");
}

export const auditCsv: Renderer<AuditReport> = {
  name: "csv",
  summary: "for spreadsheets, one line per finding",
  render: (report) => sheet(rowsOf(report), names),
};

function clusterRows(cluster: ClusterAudit): readonly Row[] {
  const outcome = outcomeLine(cluster);
  const status = { audited: "note", repeated: "same cluster", failed: "could not read" }[cluster.state];
  return [
    ...(outcome === undefined ? [] : [{ status, message: plainText(outcome) }]),
    ...(cluster.state === "audited" ? rowsOf(cluster.report) : []),
  ].map((row) => ({ ...row, context: cluster.context }));
}

export const auditListCsv = ofSeveral(auditCsv, ({ clusters }) =>
  sheet(clusters.flatMap(clusterRows), ["context", ...names]),
);
