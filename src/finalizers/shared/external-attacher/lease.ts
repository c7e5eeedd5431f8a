import type { Cluster } from "../../../cluster/index.ts";
import { sidecarRuns, sinceRenewal } from "../../../evidence/index.ts";
import type { Phrase } from "../../../kubernetes/index.ts";
import { say } from "../../../kubernetes/index.ts";
import type { Evidence } from "../../../report/index.ts";
import { proof } from "../../../report/index.ts";

/** When the attacher of a driver last renewed its lease; nothing where it has none. */
export function leaseOf(
  driver: string,
  cluster: Cluster,
): { readonly words: Phrase; readonly evidence: readonly Evidence[] } {
  const runs = sidecarRuns("csi-attacher", driver, cluster);
  const lease = runs.is === "unread" ? undefined : runs.lease;
  const renewed = lease?.spec?.renewTime;
  const age = sinceRenewal(lease, cluster.now);
  if (lease === undefined || age === undefined) return { words: [], evidence: [] };
  return {
    words:
      age > 60
        ? say`; its lease was last renewed at ${renewed ?? ""}`
        : say`, although its lease was renewed recently`,
    evidence: [proof(lease, "spec.renewTime", renewed)],
  };
}
