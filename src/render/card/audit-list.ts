import type { Phrase } from "../../kubernetes/index.ts";
import { flatten, say, words } from "../../kubernetes/index.ts";
import type { AuditReport, AuditReportList, ClusterAudit } from "../../report/index.ts";
import { clusterCounts, inContexts, outcomeLine } from "../audit/cluster.ts";
import type { Text } from "../doc.ts";
import { indented, paragraph, sentence, styled, styledLine, table } from "../doc.ts";
import { present } from "../present.ts";
import { noReach } from "../reached.ts";
import type { Renderer, RenderOptions } from "../renderer.ts";
import { found } from "../terminal/audit-summary.ts";

/** First what became of each cluster, and then what there is to say of it, as of one cluster alone. */
export function forSeveral(single: Renderer<AuditReport>): Renderer<AuditReportList> {
  const { name, summary } = single;
  return {
    name,
    summary,
    render(list, options) {
      const { clusters } = inContexts(list, options.reach?.shell);
      const sections = clusters.flatMap((each) => sectionOf(each, single, options));
      // By then, what could not be read has scrolled away.
      const isSaidAgain = sections.length > 0 && clusters.some(({ state }) => state === "failed");
      const again = isSaidAgain ? [present([headingOf(clusters)], options)] : [];
      return [overview(clusters, options), ...sections, ...again].join("\n");
    },
  };
}

function headingOf(clusters: readonly ClusterAudit[]) {
  const isPartial = clusters.some(({ state }) => state === "failed");
  return styledLine(isPartial ? "careful" : "heading", words(`${clusterCounts(clusters)}.`));
}

function overview(clusters: readonly ClusterAudit[], options: RenderOptions): string {
  const rows = clusters.map((each) => [styled("title", say`${each.context}`), outcomeOf(each)]);
  return present(
    [headingOf(clusters), indented([table(["context", "result"], rows, { headers: "hidden" })])],
    options,
  );
}

function outcomeOf(cluster: ClusterAudit): Text {
  const outcome = outcomeLine(cluster) ?? [];
  if (cluster.state !== "audited") return cluster.state === "failed" ? styled("careful", outcome) : outcome;
  const { report } = cluster;
  const isPartial = report.silenced.length > 0 || report.skipped.length > 0;
  const partly = isPartial && report.findings.length > 0 ? words(" Not everything was checked.") : [];
  const beside = outcome.length === 0 ? [] : say` ${sentence(outcome)}.`;
  return say`${found(report)}${partly}${beside}`;
}

/** Left out where the overview has said all of it. */
function sectionOf(
  cluster: ClusterAudit,
  single: Renderer<AuditReport>,
  options: RenderOptions,
): readonly string[] {
  if (cluster.state !== "audited") return [];
  const { context, report, server } = cluster;
  const reach = options.reach ?? noReach;
  const text = single.render(report, {
    ...options,
    reach: { ...reach, flags: [...reach.flags, "--context", context] },
  });
  if (text.trim() === plain(found(report))) return [];
  const where = server === undefined ? [] : styled("aside", say` (${server})`);
  const heading = paragraph([...styled("heading", say`CLUSTER ${context}`), ...where]);
  return [`${present([heading], options)}\n${text}`];
}

const plain = (phrase: Phrase) => flatten(phrase, (data) => data);
