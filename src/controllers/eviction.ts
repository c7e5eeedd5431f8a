import type { Cluster, Listed } from "../cluster/index.ts";
import { inNamespace } from "../cluster/index.ts";
import type { Pod, PodDisruptionBudget } from "../kubernetes/index.ts";
import { isTerminating } from "../kubernetes/index.ts";
import { isPodReady } from "./objects/index.ts";
import { selectorMatches } from "./pv-binder/match.ts";

/**
 * The PodDisruptionBudgets for which the API server refuses to evict a pod now: each that allows no disruption or was not
 * looked at by its controller since it was changed, or all of them if there are several. A pod that does not run is evicted whatever they say, and so is one that is not Ready if its
 * budget allows that.
 * kubernetes/kubernetes pkg/registry/core/pod/storage/eviction.go Create, canIgnorePDB, checkAndDecrement,
 * getPodDisruptionBudgets, 1.36.
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

/** A pod that is not Ready is evicted before the rest is looked at, if its budget allows that. */
function refuses(budget: PodDisruptionBudget, pod: Pod): boolean {
  const { disruptionsAllowed = 0, currentHealthy = 0, desiredHealthy = 0 } = budget.status ?? {};
  const isHealthy = currentHealthy >= desiredHealthy && desiredHealthy > 0;
  const isLenient = isHealthy || budget.spec?.unhealthyPodEvictionPolicy === "AlwaysAllow";
  if (isLenient && !isPodReady(pod)) return false;
  return isUnobserved(budget) || disruptionsAllowed <= 0;
}

/** The budget was created or changed, and the disruption controller has not looked at it since: what its status says is old. */
export function isUnobserved({ metadata, status }: PodDisruptionBudget): boolean {
  return (status?.observedGeneration ?? 0) < (metadata.generation ?? 0);
}
