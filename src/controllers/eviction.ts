import type { Cluster, Listed } from "../cluster/index.ts";
import { inNamespace } from "../cluster/index.ts";
import type { Pod, PodDisruptionBudget } from "../kubernetes/index.ts";
import { isTerminating } from "../kubernetes/index.ts";
import { isPodReady } from "./objects/index.ts";
import { selectorMatches } from "./pv-binder/match.ts";

/**
 * The PodDisruptionBudgets for which the API server refuses to evict a pod now: each that allows no disruption, or all of
 * them if there are several. A pod that does not run is evicted whatever they say, and so is one that is not Ready if its
 * budget allows that.
 * kubernetes/kubernetes pkg/registry/core/pod/storage/eviction.go Create, canIgnorePDB, checkAndDecrement,
 * getPodDisruptionBudgets, 1.36 (the text that was read has no version, and is of 1.26 or newer).
 */
export function budgetsAgainst(pod: Pod, cluster: Cluster): Listed<PodDisruptionBudget> {
  const none = { read: true, items: [] } as const;
  if (pod.status?.phase !== "Running" || isTerminating(pod)) return none;
  const { namespace = "" } = pod.metadata;
  const budgets = cluster.list("policy/v1/poddisruptionbudgets", inNamespace(namespace));
  if (!budgets.read) return budgets;
  const about = budgets.items.filter(
    ({ spec }) => spec?.selector !== undefined && selectorMatches(spec.selector, pod),
  );
  if (about.length > 1) return { read: true, items: about };
  return { read: true, items: about.filter((budget) => refuses(budget, pod)) };
}

/** One that was not looked at by its controller yet allows nothing. */
function refuses({ spec, status }: PodDisruptionBudget, pod: Pod): boolean {
  const { disruptionsAllowed = 0, currentHealthy = 0, desiredHealthy = 0 } = status ?? {};
  if (disruptionsAllowed > 0) return false;
  if (isPodReady(pod)) return true;
  const isHealthy = currentHealthy >= desiredHealthy && desiredHealthy > 0;
  return spec?.unhealthyPodEvictionPolicy !== "AlwaysAllow" && !isHealthy;
}
