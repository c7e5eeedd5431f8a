import type { AuditReport } from "./audit-report.ts";
import type { RunError } from "./fix-report.ts";

interface OneCluster {
  /** As the kubeconfig names it. */
  readonly context: string;
  /** The URL of its API server; absent where it could not be found out. */
  readonly server?: string;
  /** That of the namespace kube-system, which no two clusters have in common. Absent where it was not read. Untrusted. */
  readonly uid?: string;
}

/**
 * What became of one of the clusters that were to be audited. `repeated`: it is the cluster of another context, by which all of
 * it was checked, so that nothing counts twice. `failed`: nothing is known of it.
 */
export type ClusterAudit = OneCluster &
  (
    | {
        readonly state: "audited";
        readonly report: AuditReport;
        /** The first context of the same cluster, where none of them shows all of it: its findings are there, too. */
        readonly sameAs?: string;
      }
    | { readonly state: "repeated"; readonly sameAs: string }
    | { readonly state: "failed"; readonly error: RunError }
  );

/** The audits of several clusters, in the order in which a person named them. */
export interface AuditReportList {
  /** RFC 3339: when the run began. */
  readonly takenAt: string;
  readonly clusters: readonly ClusterAudit[];
}
