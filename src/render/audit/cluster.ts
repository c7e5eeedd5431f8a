import type { Phrase } from "../../kubernetes/index.ts";
import { counted, join, say, words } from "../../kubernetes/index.ts";
import type { AuditReport, AuditReportList, ClusterAudit, Shell } from "../../report/index.ts";
import { reached } from "../reached.ts";
import type { Renderer } from "../renderer.ts";

/** The format of one cluster, for several. Programs run commands in a shell of their choice. */
export function ofSeveral(
  { name, summary }: Renderer<AuditReport>,
  render: Renderer<AuditReportList>["render"],
): Renderer<AuditReportList> {
  return { name, summary, render: (list, options) => render(inContexts(list), options) };
}

/** With the context in each command that is shown, so that it acts on the cluster that it is about. */
export function inContexts({ takenAt, clusters }: AuditReportList, shell: Shell = "posix"): AuditReportList {
  return {
    takenAt,
    clusters: clusters.map((each) => reached(each, { flags: ["--context", each.context], shell })),
  };
}

/** `2 clusters checked, 1 could not be read`. */
export function clusterCounts(clusters: readonly ClusterAudit[]): string {
  const count = (wanted: ClusterAudit["state"]) => clusters.filter(({ state }) => state === wanted).length;
  const failed = count("failed");
  return `${counted(count("audited"), "cluster")} checked${failed === 0 ? "" : `, ${failed} could not be read`}`;
}

/** What must be known of a cluster beside its findings, or instead of them; `undefined` for nothing. */
export function outcomeLine(cluster: ClusterAudit): Phrase | undefined {
  switch (cluster.state) {
    case "failed":
      return say`could not be read: ${cluster.error.message}`;
    case "repeated":
      return say`the same cluster as ${cluster.sameAs}, so it was not checked again`;
    case "audited":
      return besideFindings(cluster);
  }
}

function besideFindings({
  report: { only },
  sameAs,
  uid,
}: Extract<ClusterAudit, { state: "audited" }>): Phrase | undefined {
  const what = words(uid === undefined ? "the same server" : "the same cluster");
  const parts = [
    ...(only === undefined ? [] : [say`only namespace ${only} was checked, because you may not list more`]),
    ...(sameAs === undefined ? [] : [say`${what} as ${sameAs}, so findings can be in both`]),
  ];
  return parts.length === 0 ? undefined : join(parts, "; ");
}
