import { claimNamesOfPod, isPodReady, ordinalOf, podsMadeBy } from "../controllers/index.ts";
import type { FoundHold } from "../define/index.ts";
import { blocked, couldNotRead, defineWait, isFresh } from "../define/index.ts";
import type { Phrase, Pod, StatefulSet } from "../kubernetes/index.ts";
import { isTerminating, join, labelOf, nameOf, refOf, say } from "../kubernetes/index.ts";
import { deletePod } from "../remedies/index.ts";
import { proof } from "../report/index.ts";

const reasons = {
  RolloutWaitsForDeletion: blocked("Pods keep the old template until a person deletes them", {
    what: "The template of the StatefulSet has changed, and its updateStrategy is OnDelete. Its pods have the former template.",
    why: "With OnDelete, the StatefulSet controller replaces no pod because of a new template. Only a pod that is created again gets it.",
    whatToDo:
      "When the service allows it, delete the pods one by one: `kubectl delete pod NAME -n NAMESPACE`. The claims of its volumeClaimTemplates are kept.",
  }),
  RolloutEndsAtPartition: blocked("Pods below the partition keep the old template", {
    what: "The template of the StatefulSet has changed, and updateStrategy.rollingUpdate.partition excludes some of its pods.",
    why: "The StatefulSet controller replaces only pods from the partition on. A pod below it keeps the former template, also after it is deleted: it is created again with the former one.",
    whatToDo:
      'If the new template works, lower the partition: `kubectl patch statefulset NAME -n NAMESPACE -p \'{"spec":{"updateStrategy":{"rollingUpdate":{"partition":0}}}}\'`.',
  }),
  RolloutWaitsForPod: blocked("A pod that is not Ready keeps its old template and stops the rollout", {
    what: "The template of the StatefulSet has changed. A pod that was made from a former template is not Ready, and it is not replaced.",
    why: "With podManagementPolicy OrderedReady, the StatefulSet controller changes nothing until each pod is Ready. It waits for this pod too, although the new template may be what repairs it.",
    whatToDo:
      "Look why the pod is not Ready: `kubectl pvguard why pod/NAME -n NAMESPACE`. If its template is the cause, delete it: it is created again from the new template, with the same claims of the volumeClaimTemplates.",
  }),
} as const;

type RolloutHold = FoundHold<keyof typeof reasons | "CouldNotRead">;

export default defineWait({
  wait: "statefulset-rollout",
  on: ["apps/v1/statefulsets"],
  needs: ["v1/pods"],
  sources: [
    "kubernetes/kubernetes pkg/controller/statefulset/stateful_set_control.go processReplica, updateStatefulSet, updateStatefulSetAfterInvariantEstablished, at 0004b149",
    "kubernetes/kubernetes pkg/controller/statefulset/stateful_set_utils.go getPodRevision, newVersionedStatefulSetPod, 1.36",
    "kubernetes/kubernetes#67250",
  ],
  reasons,
  holds(set, cluster): readonly RolloutHold[] {
    if (isTerminating(set)) return [];
    const pods = podsMadeBy(set, cluster);
    if (!pods.read) return [couldNotRead(pods.unread)];
    const old = pods.items.filter((pod) => !isTerminating(pod) && isOfFormerTemplate(pod, set));
    if (old.length === 0) return [];
    if (set.spec?.updateStrategy?.type === "OnDelete") return [waitsForDeletion(set, old)];
    const partition = set.spec?.updateStrategy?.rollingUpdate?.partition ?? 0;
    const kept = old.filter((pod) => positionOf(pod, set) < partition);
    const due = old.filter((pod) => !kept.includes(pod) && !isPodReady(pod) && !isFresh(pod, cluster.now));
    return [
      ...(kept.length === 0 ? [] : [endsAtPartition(set, kept, partition)]),
      ...(set.spec?.podManagementPolicy === "Parallel" ? [] : due.map((pod) => waitsForPod(pod, set))),
    ];
  },
});

const revision = "controller-revision-hash";

function isOfFormerTemplate(pod: Pod, { status }: StatefulSet): boolean {
  const ours = labelOf(pod, revision);
  return ours !== undefined && status?.updateRevision !== undefined && ours !== status.updateRevision;
}

/** A partition counts from the first pod of the set, whatever its number. */
function positionOf({ metadata }: Pod, set: StatefulSet): number {
  return (ordinalOf(set, metadata.name) ?? 0) - (set.spec?.ordinals?.start ?? 0);
}

function waitsForDeletion(set: StatefulSet, pods: readonly Pod[]): RolloutHold {
  return {
    reason: "RolloutWaitsForDeletion",
    holder: { person: "owner" },
    message: say`${keeping(pods)} the former template until deleted (updateStrategy OnDelete)`,
    evidence: [proof(set, "spec.updateStrategy.type", "OnDelete"), ...revisionsOf(set, pods)],
  };
}

function endsAtPartition(set: StatefulSet, pods: readonly Pod[], partition: number): RolloutHold {
  return {
    reason: "RolloutEndsAtPartition",
    holder: { person: "owner" },
    message: say`${keeping(pods)} the former template: the rollout ends at the partition ${partition}`,
    evidence: [
      proof(set, "spec.updateStrategy.rollingUpdate.partition", partition),
      ...revisionsOf(set, pods),
    ],
    avoid: {
      step: say`delete these pods to update them`,
      because: say`they would be created again from the former template`,
    },
  };
}

function waitsForPod(pod: Pod, set: StatefulSet): RolloutHold {
  return {
    reason: "RolloutWaitsForPod",
    holder: { object: refOf(pod) },
    isRoot: true,
    message: say`${nameOf(pod)} is not Ready and has a former template: with OrderedReady, the new one is not rolled out before it is Ready or deleted`,
    evidence: [proof(pod, "status.conditions[Ready]", "not True"), ...revisionsOf(set, [pod])],
    remedies: [deletePod(pod)],
  };
}

/** `pod/db-0, which uses pvc/data-db-0, keeps`. */
function keeping(pods: readonly Pod[]): Phrase {
  const [first, ...others] = pods;
  if (first === undefined) return [];
  const claims = claimNamesOfPod(first).map((name) => say`pvc/${name}`);
  const uses = claims.length === 0 ? [] : say`, which uses ${join(claims, ", ")},`;
  if (others.length === 0) return say`${nameOf(first)}${uses} keeps`;
  return say`${nameOf(first)}${uses} and ${others.length} more ${others.length === 1 ? "pod" : "pods"} keep`;
}

function revisionsOf(set: StatefulSet, [pod]: readonly Pod[]) {
  return [
    proof(set, "status.updateRevision", set.status?.updateRevision),
    ...(pod === undefined ? [] : [proof(pod, `metadata.labels["${revision}"]`, labelOf(pod, revision))]),
  ];
}
