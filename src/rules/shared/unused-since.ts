import type { PersistentVolumeClaim } from "../../model/index.ts";

/**
 * Since when no pod uses the claim, where the cluster keeps that. It does not say whether the claim may be deleted.
 * kubernetes/enhancements KEP-5541: the condition Unused, alpha in 1.36.
 */
export function unusedSince({ status }: PersistentVolumeClaim): string | undefined {
  const condition = (status?.conditions ?? []).find(({ type }) => type === "Unused");
  return condition?.status === "True" ? condition.lastTransitionTime : undefined;
}
