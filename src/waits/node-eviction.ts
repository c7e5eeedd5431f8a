import type { Cluster } from "../cluster/index.ts";
import { budgetsAgainst, isPodFinished, isUnobserved, podsWithClaimsOn } from "../controllers/index.ts";
import type { FoundHold } from "../define/index.ts";
import { blocked, couldNotRead, defineWait } from "../define/index.ts";
import type { Node, Phrase, Pod, PodDisruptionBudget } from "../kubernetes/index.ts";
import {
  annotationOf,
  hasFinalizer,
  isOnlyNamed,
  isTerminating,
  nameOf,
  refOf,
  say,
} from "../kubernetes/index.ts";
import { proof } from "../report/index.ts";

const reasons = {
  BudgetAllowsNoEviction: blocked("A PodDisruptionBudget allows no eviction of a pod on the node", {
    what: "The node is cordoned or being deleted. A pod on it uses a claim, and a PodDisruptionBudget that selects the pod allows no disruption now.",
    why: "Draining asks the API server to evict each pod. It refuses as long as too few pods of the budget would be healthy. With a single replica and minAvailable: 1, or with maxUnavailable: 0, that is always so. A budget with maxUnavailable or a percentage counts the pods that their owners should run, and allows none where no owner with a scale is found. If two budgets select the same pod, it refuses every eviction, and so it does until the disruption controller has looked at a budget that was created or changed.",
    whatToDo:
      "See the budget: `kubectl get pdb -n NAMESPACE`. Make the other pods of the budget healthy, or run one more. With a single replica, its owner must decide when it may stop, and change the budget for that time.",
  }),
  PodNotToBeDisrupted: blocked("Karpenter does not evict a pod that must not be disrupted", {
    what: 'Karpenter is deleting the node. A pod on it uses a claim, and has the annotation karpenter.sh/do-not-disrupt: "true".',
    why: "Karpenter does not evict this pod. It waits until the pod ends, or until the terminationGracePeriod of the NodeClaim is over. Without that field, nothing ends the wait.",
    whatToDo:
      "The owner of the pod must decide whether it may stop: `kubectl annotate pod NAME -n NAMESPACE karpenter.sh/do-not-disrupt-` lets Karpenter evict it.",
  }),
} as const;

type EvictionHold = FoundHold<keyof typeof reasons | "CouldNotRead">;

export default defineWait({
  wait: "node-eviction",
  on: ["v1/nodes"],
  told: "only where asked about",
  needs: ["v1/pods", "policy/v1/poddisruptionbudgets"],
  sources: [
    "kubernetes/kubernetes pkg/registry/core/pod/storage/eviction.go Create, checkAndDecrement, 1.36",
    "kubernetes-sigs/karpenter pkg/utils/pod/scheduling.go IsEvictable, pkg/controllers/node/termination/terminator/eviction.go Reconcile, v1.9",
  ],
  reasons,
  holds(node, cluster): readonly EvictionHold[] {
    const isLeaving = isTerminating(node) || node.spec?.unschedulable === true;
    if (isOnlyNamed(node) || !isLeaving) return [];
    const pods = podsWithClaimsOn(node, cluster);
    // That pods were not read is said by the wait node-drain.
    if (!pods.read) return [];
    return pods.items
      .filter((pod) => !isPodFinished(pod))
      .flatMap((pod) => [...byBudgets(pod, cluster), ...byKarpenter(pod, node)]);
  },
});

function byBudgets(pod: Pod, cluster: Cluster): readonly EvictionHold[] {
  const budgets = budgetsAgainst(pod, cluster);
  if (!budgets.read) return [couldNotRead(budgets.unread)];
  return budgets.items.map((budget) => ({
    reason: "BudgetAllowsNoEviction",
    holder: { object: refOf(budget) },
    isRoot: true,
    message: say`${nameOf(pod)} cannot be evicted: ${budgets.items.length > 1 ? say`${budgets.items.length} PodDisruptionBudgets select it, which the API server does not support, and ${nameOf(budget)} is one of them` : allowance(budget)}`,
    evidence: [
      proof(pod, "spec.nodeName", pod.spec?.nodeName),
      isUnobserved(budget)
        ? proof(budget, "status.observedGeneration", budget.status?.observedGeneration ?? null)
        : proof(budget, "status.disruptionsAllowed", budget.status?.disruptionsAllowed ?? null),
    ],
  }));
}

/**
 * With maxUnavailable or a percentage, pods without an owner are not expected, and where none is expected none may be disrupted. An
 * owner without a scale makes the sync fail, which allows none either.
 * kubernetes/kubernetes pkg/controller/disruption/disruption.go getExpectedPodCount, getExpectedScale, updatePdbStatus, failSafe,
 * as read without a version (of 1.33 or newer).
 */
function allowance(budget: PodDisruptionBudget): Phrase {
  if (isUnobserved(budget))
    return say`the disruption controller has not looked at ${nameOf(budget)} since it was created or changed, and until then the API server refuses every eviction; if that lasts, check that kube-controller-manager runs`;
  const { currentHealthy, desiredHealthy } = budget.status ?? {};
  if (currentHealthy === undefined || desiredHealthy === undefined)
    return say`${nameOf(budget)} allows no disruption now`;
  const counts = say`it needs ${desiredHealthy} healthy ${desiredHealthy === 1 ? "pod" : "pods"} and has ${currentHealthy}`;
  return currentHealthy > desiredHealthy
    ? say`${nameOf(budget)} allows no disruption now, although ${counts}: the disruption controller may have found no owner with a scale for a pod, or may not have counted since the last eviction (kubectl describe pdb tells)`
    : say`${nameOf(budget)} allows no disruption now: ${counts}`;
}

const doNotDisrupt = "karpenter.sh/do-not-disrupt";

/** A time instead of true ends by itself. */
function byKarpenter(pod: Pod, node: Node): readonly EvictionHold[] {
  if (!isTerminating(node) || !hasFinalizer(node, "karpenter.sh/termination")) return [];
  if (isTerminating(pod) || annotationOf(pod, doNotDisrupt) !== "true") return [];
  return [
    {
      reason: "PodNotToBeDisrupted",
      holder: { object: refOf(pod) },
      isRoot: true,
      message: say`Karpenter does not evict ${nameOf(pod)}, which has ${doNotDisrupt}: "true"`,
      evidence: [proof(pod, `metadata.annotations["${doNotDisrupt}"]`, "true")],
    },
  ];
}
