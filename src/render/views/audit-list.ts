import type { AuditReportList, ClusterAudit } from "../../report/index.ts";
import { inContexts } from "../audit/cluster.ts";
import { errorSchema } from "./plan.ts";
import { isComplete, reportSchema } from "./report.ts";
import { choice, constant, flag, from, longList, optional, published, record, text } from "./schema.ts";
import { apiVersion } from "./shared.ts";

const clusterSchema = record<ClusterAudit>("What became of one cluster.", {
  context: text("The context of the kubeconfig."),
  server: optional(text("The URL of the API server. Absent if it is unknown.")),
  uid: optional(text("The uid of the namespace kube-system. Absent if it could not be read.")),
  state: choice(
    "`audited`: there is a report. `repeated`: it is the cluster `sameAs`, which was wholly checked there. `failed`: it could not be read.",
    ["audited", "repeated", "failed"],
  ),
  sameAs: from(
    (cluster: ClusterAudit) => (cluster.state === "failed" ? undefined : cluster.sameAs),
    optional(
      text(
        "Another context of the same cluster; if the uid is absent, of the same server. With a report, its findings can be in both.",
      ),
    ),
  ),
  namespace: from(
    (cluster: ClusterAudit) => (cluster.state === "audited" ? cluster.report.only : undefined),
    optional(text("The one namespace that was checked, because more may not be listed.")),
  ),
  error: from(
    (cluster: ClusterAudit) => (cluster.state === "failed" ? cluster.error : undefined),
    optional(errorSchema),
  ),
  report: from(
    (cluster: ClusterAudit) => (cluster.state === "audited" ? cluster.report : undefined),
    optional(reportSchema),
  ),
});

const auditListSchema = record<AuditReportList>(
  "What `kubectl pvguard audit` prints with `--contexts` or `--all-contexts`.",
  {
    apiVersion: constant(apiVersion),
    kind: constant("AuditReportList"),
    takenAt: text("When the run began.", "date-time"),
    complete: from(
      ({ clusters }) => clusters.every(isWhole),
      flag("True if every cluster was read, and in each of them everything that matters."),
    ),
    items: from(
      ({ clusters }) => clusters,
      longList("One for each context, in the order in which they were named.", clusterSchema),
    ),
  },
);

function isWhole(cluster: ClusterAudit): boolean {
  if (cluster.state !== "audited") return cluster.state === "repeated";
  return cluster.report.only === undefined && isComplete(cluster.report);
}

/** The reports of several clusters as the public contract has them. */
export const auditListView = (list: AuditReportList) => auditListSchema.view(inContexts(list));

export const publishedAuditList = published(
  "auditreportlist",
  "reports of several clusters",
  auditListSchema,
);
