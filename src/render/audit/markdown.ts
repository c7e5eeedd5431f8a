import type { Phrase } from "../../kubernetes/index.ts";
import { humanDuration, nameOf, say, secondsSince, words } from "../../kubernetes/index.ts";
import type { AuditReport, Finding } from "../../report/index.ts";
import { bytesOf } from "../../report/index.ts";
import { gibibytes } from "../amounts.ts";
import { joined } from "../doc.ts";
import { shown } from "../escape.ts";
import type { Group } from "../group.ts";
import { grouped } from "../group.ts";
import { notedMessage, severityCounts, stepLine } from "../labels.ts";
import type { Renderer, RenderOptions } from "../renderer.ts";
import { recentLines, scoreLines } from "../terminal/audit-summary.ts";
import { blindSpots, silencedCodes, unreadLine } from "../terminal/unread.ts";
import { clusterCounts, ofSeveral, outcomeLine } from "./cluster.ts";

/** A comment on a pull request holds 65,536 characters. */
const mostCharacters = 60_000;
const mostRows = 50;

function verdict(report: AuditReport): string {
  const { findings, comparison, silenced, skipped, clock } = report;
  const counts = severityCounts(findings);
  const isPartial = silenced.length > 0 || skipped.length > 0;
  const isEarly = recentLines(report).length > 0;
  const where = clock === "manifests" ? " in these manifests" : "";
  const nothing = `${comparison === undefined ? "no problems found" : "no new problems found"}${where}${isPartial ? ", but not everything could be read" : isEarly ? ", but not everything was checked" : ""}`;
  return counts === "" ? nothing : `${counts}${comparison === undefined ? "" : ", all new"}`;
}

function limits({ silenced, skipped }: AuditReport): string {
  const codes = silencedCodes(silenced);
  const spots = blindSpots(silenced).slice(0, 10);
  return [
    ...(codes.length === 0
      ? []
      : [`**This audit is incomplete.** ${codes.join(", ")} could not check everything, because of:`, ""]),
    ...spots.map(({ unread }) => `- ${inMarkdown(unreadLine(unread))}`),
    ...(skipped.length === 0
      ? []
      : [`${spots.length > 0 ? "\n" : ""}**Part of the input could not be used.**`]),
  ].join("\n");
}

function facts(report: AuditReport): string {
  const { takenAt, source, comparison, ignored, changed } = report;
  const since =
    comparison === undefined
      ? []
      : [
          say`Compared with ${comparison.baseline}: ${words(`${comparison.solved.length} solved, ${comparison.known} already known.`)}`,
        ];
  const left = [
    ...(ignored.length === 0 ? [] : [words(`${ignored.length} ignored on request.`)]),
    ...(changed.length === 0 ? [] : [words(`${changed.length} no longer true when checked again.`)]),
  ];
  return [
    say`State of ${source} at ${takenAt}.`,
    ...since,
    ...left,
    ...scoreLines(report),
    ...recentLines(report),
  ]
    .map(inMarkdown)
    .join(" ");
}

function group(findings: Group<Finding>, now: number): string {
  const [first] = findings;
  const rows = findings.slice(0, mostRows).map((finding) => row(finding, now));
  const rest = findings.length - rows.length;
  return [
    `### ${inMarkdown(words(`${first.code} ${first.title} (${severityCounts(findings)})`))}`,
    "",
    "| | object | for | size | what |",
    "|---|---|---|---|---|",
    ...rows,
    ...(rest > 0 ? ["", `And ${rest} more.`] : []),
  ].join("\n");
}

function row(finding: Finding, now: number): string {
  const { severity, subject, since, remedies } = finding;
  const bytes = bytesOf(finding);
  const seconds = secondsSince(since, now);
  const cells = [
    severity,
    inMarkdown(nameOf(subject)),
    seconds === undefined ? "" : humanDuration(seconds),
    bytes === undefined ? "" : `${gibibytes(bytes)} GiB`,
    [notedMessage(finding), ...remedies.map(stepLine)].map(inMarkdown).join("<br>"),
  ];
  return `| ${cells.join(" | ")} |`;
}

function solved({ comparison }: AuditReport): string {
  const list = comparison?.solved ?? [];
  if (list.length === 0) return "";
  const lines = list
    .slice(0, mostRows)
    .map(({ code, subject }) => `- ${inMarkdown(say`${words(code)} ${nameOf(subject)}`)}`);
  const rest = list.length - lines.length;
  return [`### Solved (${list.length})`, "", ...lines, ...(rest > 0 ? [`- and ${rest} more`] : [])].join(
    "\n",
  );
}

/** Whole parts, as many as fit. */
function fitting(parts: readonly string[]): readonly string[] {
  const kept: string[] = [];
  let size = 0;
  for (const part of parts.filter((each) => each !== "")) {
    if (size + part.length > mostCharacters)
      return [...kept, "*The rest is left out because it does not fit into a comment.*"];
    kept.push(part);
    size += part.length + 2;
  }
  return kept;
}

export const auditMarkdown: Renderer<AuditReport> = {
  name: "markdown",
  summary: "for a comment on a pull request",
  render: (report, options) =>
    `${fitting([`## pvguard audit: ${verdict(report)}`, ...partsOf(report, options)]).join("\n\n")}\n`,
};

function partsOf(report: AuditReport, options: RenderOptions): readonly string[] {
  const now = Date.parse(options.now ?? report.takenAt);
  const groups = grouped(report.findings, ({ code }) => code).map((findings) => group(findings, now));
  return [limits(report), facts(report), ...groups, solved(report)];
}

/** First what became of each cluster: that must fit. */
export const auditListMarkdown = ofSeveral(auditMarkdown, ({ clusters }, options) => {
  const rows = clusters.map((cluster) => {
    const outcome = outcomeLine(cluster);
    const found = cluster.state === "audited" ? [verdict(cluster.report)] : [];
    const cells = [...found, ...(outcome === undefined ? [] : [inMarkdown(outcome)])].join("<br>");
    return `| ${inMarkdown(say`${cluster.context}`)} | ${cells} |`;
  });
  const heading = `## pvguard audit: ${clusterCounts(clusters)}`;
  const sections = clusters.flatMap((cluster) =>
    cluster.state === "audited"
      ? [
          `## ${inMarkdown(say`${cluster.context}`)}: ${verdict(cluster.report)}`,
          ...partsOf(cluster.report, options),
        ]
      : [],
  );
  const table = ["| cluster | result |", "|---|---|", ...rows].join("\n");
  return `${fitting([heading, table, ...sections]).join("\n\n")}\n`;
});

/**
 * A phrase as one line of Markdown. Every piece of data is a code span, in which nothing is a link, an image, a mention
 * or markup. https://spec.commonmark.org/0.31.2/#code-spans
 */
function inMarkdown(phrase: Phrase): string {
  return joined(phrase)
    .map((part) => ("words" in part ? part.words.replaceAll(/[\\`*_<>[\]|]/g, "\\$&") : codeSpan(part.data)))
    .join("");
}

/** A fence longer than any run of backticks inside. A bar would end the cell of a table, also within code. */
function codeSpan(data: string): string {
  if (data === "") return "";
  const text = shown(data).replaceAll("|", "\\x7c");
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const fence = "`".repeat(longest + 1);
  const pad = text.startsWith("`") || text.endsWith("`") || /^ .* $/.test(text) ? " " : "";
  return `${fence}${pad}${text}${pad}${fence}`;
}
