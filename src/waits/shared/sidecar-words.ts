import type { Cluster } from "../../cluster/index.ts";
import { isSidecar, sidecarRuns, sidecarVersion } from "../../evidence/index.ts";
import type { Phrase } from "../../kubernetes/index.ts";
import { nameOf, refOf, say } from "../../kubernetes/index.ts";
import type { Evidence } from "../../report/index.ts";

/** Whether the sidecar of a driver runs, as its lease and its pod tell; nothing where they do not. */
export function sidecarToldOf(
  controller: string,
  driver: string,
  cluster: Cluster,
): { readonly says: Phrase; readonly evidence: readonly Evidence[] } | undefined {
  if (!isSidecar(controller)) return undefined;
  const runs = sidecarRuns(controller, driver, cluster);
  if (runs.is === "unread" || runs.lease === undefined) return undefined;
  const renewed = runs.lease.spec?.renewTime ?? "";
  const where = runs.pod === undefined ? [] : say` in ${nameOf(refOf(runs.pod))}`;
  const version = sidecarVersion(controller, runs.pod);
  const tag = version === undefined ? [] : say` ${version}`;
  switch (runs.is) {
    case "proven":
      return { says: say`${controller}${tag} of ${driver} runs${where}`, evidence: runs.for };
    case "refuted":
      return {
        says: say`${controller} of ${driver} does not run${where}, and last renewed its lease at ${renewed}: ${runs.because ?? ""}`,
        evidence: runs.against.map((each) => ({ ...each, verdict: "proves" as const })),
      };
    case "likely":
    case "possible":
      return {
        says: say`${controller} of ${driver} last renewed its lease at ${renewed}`,
        evidence: runs.against,
      };
  }
}
