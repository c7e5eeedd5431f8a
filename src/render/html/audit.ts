import { counted, nameKey, nameOf, say, words } from "../../kubernetes/index.ts";
import type { AuditReport, AuditReportList, ClusterAudit, Ignored } from "../../report/index.ts";
import { severities } from "../../report/index.ts";
import { clusterCounts, ofSeveral, outcomeLine } from "../audit/cluster.ts";
import { countOf, isNote, notesSection, placed } from "../card/audit.ts";
import { sections } from "../card/sections.ts";
import type { Block, Text } from "../doc.ts";
import { bullet, item, paragraph, sentence, styled, styledLine } from "../doc.ts";
import { noReach } from "../reached.ts";
import type { Renderer, RenderOptions } from "../renderer.ts";
import { limitsLine, shortSummary } from "../terminal/audit-summary.ts";
import { solvedSections } from "../terminal/findings.ts";
import { headerBlocks } from "../terminal/header.ts";
import { unreadBlocks, widest } from "../terminal/unread.ts";
import type { Member, Scope } from "./causes.ts";
import { entryOf, nowOf } from "./causes.ts";
import { disksOf } from "./disks.ts";
import type { EntryGroup, Page, Part } from "./document.ts";
import { documentOf } from "./document.ts";

export const auditHtml: Renderer<AuditReport> = {
  name: "html",
  summary: "for people, one file for a browser, with filters and drawings",
  render(report, options) {
    const { cluster, source, takenAt, asked } = report;
    const scope = { report, options };
    return documentOf({
      title: say`Storage audit of ${cluster ?? source}`,
      takenAt,
      facts: [
        ["Source", say`${source}`],
        ["Rules", words(String(asked.length))],
        ["Findings", foundIn([scope])],
      ],
      summary: summaryBlocks(scope),
      ...contentOf([scope]),
      version: options.version,
    });
  },
};

/** First what became of each cluster, and then the causes of all of them, the most dangerous first. */
export const auditListHtml: Renderer<AuditReportList> = ofSeveral(
  auditHtml,
  ({ takenAt, clusters }, options) => {
    const { reach = noReach } = options;
    const scopes = clusters.flatMap((each): readonly Scope[] =>
      each.state === "audited"
        ? [
            {
              report: each.report,
              cluster: each.context,
              options: {
                ...options,
                reach: { ...reach, flags: [...reach.flags, "--context", each.context] },
              },
            },
          ]
        : [],
    );
    const isPartial = clusters.some(({ state }) => state === "failed");
    return documentOf({
      title: words(`Storage audit of ${counted(clusters.length, "context")}`),
      takenAt,
      facts: [["Findings", foundIn(scopes)]],
      summary: [
        styledLine(isPartial ? "careful" : "heading", words(`${clusterCounts(clusters)}.`)),
        ...clusters.map((each) => clusterRow(each, options)),
      ],
      ...contentOf(scopes),
      version: options.version,
    });
  },
);

function clusterRow(cluster: ClusterAudit, options: RenderOptions): Block {
  const { context, server, state } = cluster;
  const outcome = outcomeLine(cluster);
  const told = outcome === undefined ? [] : sentence(outcome);
  return item(styled("title", say`${context}`), [
    ...(state === "audited" ? summaryBlocks({ report: cluster.report, options }) : []),
    ...(told.length === 0 ? [] : [state === "repeated" ? paragraph(told) : styledLine("careful", told)]),
    ...(server === undefined ? [] : [paragraph(styled("aside", say`${server}`))]),
  ]);
}

function summaryBlocks({ report, options }: Scope): readonly Block[] {
  const troubles = placed(report.findings).filter((each) => !isNote(each));
  return [
    ...headerBlocks({ ...report, unread: [] }, { ...options, wide: true }),
    ...shortSummary(report, countOf(report, troubles)),
  ];
}

function foundIn(scopes: readonly Scope[]): Text {
  const all = scopes.flatMap(({ report, cluster = "" }) =>
    report.findings.map(({ subject }) => JSON.stringify([cluster, nameKey(subject)])),
  );
  return words(`${all.length} about ${counted(new Set(all).size, "object")}`);
}

function contentOf(scopes: readonly Scope[]): Pick<Page, "names" | "groups" | "disks" | "parts"> {
  const all = scopes.flatMap((scope) =>
    placed(scope.report.findings).map((each): Member => ({ ...each, scope })),
  );
  const troubles = all.filter((each) => !isNote(each));
  const arranged = [
    ...sections.map((section) => ({
      ...section,
      members: troubles.filter((each) => each.section === section).sort(byGravity),
    })),
    { ...notesSection, members: all.filter(isNote) },
  ];
  const entries = new Map(
    arranged.flatMap(({ members }) => members).map((each, at) => [each, entryOf(each, at)]),
  );
  const groups = arranged.map(
    ({ heading, members }): EntryGroup => ({
      heading: heading.charAt(0) + heading.slice(1).toLowerCase(),
      entries: members.flatMap((each) => entries.get(each) ?? []),
    }),
  );
  const shown = [...entries].flatMap(([{ group, scope }, entry]) =>
    group.map((finding) => ({ finding, entry, now: nowOf(scope) })),
  );
  return {
    names: { entries: "causes", severity: "Severity", rule: "Rule" },
    groups,
    disks: disksOf(shown),
    parts: partsOf(scopes),
  };
}

/** Of one cluster they are in this order already. */
function byGravity({ group: [a] }: Member, { group: [b] }: Member): number {
  return severities.indexOf(a.severity) - severities.indexOf(b.severity);
}

function partsOf(scopes: readonly Scope[]): readonly Part[] {
  const all = scopes.map((scope) => ({ scope, parts: partsOfOne(scope) }));
  const [first] = all;
  return (first?.parts ?? []).map(({ id, heading }, at) => ({
    id,
    heading,
    blocks: all.flatMap(({ scope: { cluster }, parts }) => {
      const blocks = parts[at]?.blocks ?? [];
      const isNamed = cluster !== undefined && blocks.length > 0;
      return isNamed ? [paragraph(styled("heading", say`Cluster ${cluster}`)), ...blocks] : blocks;
    }),
  }));
}

function partsOfOne({ report }: Scope): readonly Part[] {
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
