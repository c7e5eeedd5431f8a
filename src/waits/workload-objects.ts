import type { Cluster } from "../cluster/index.ts";
import type { Workload } from "../controllers/index.ts";
import {
  claimsOfWorkload,
  isNodeReady,
  isPodFinished,
  isPodReady,
  podsOfWorkload,
  readyChangedAt,
} from "../controllers/index.ts";
import type { FoundHold } from "../define/index.ts";
import { blocked, couldNotRead, defineWait, stateOf, waiting } from "../define/index.ts";
import type { PersistentVolumeClaim, Phrase, Pod } from "../kubernetes/index.ts";
import { counted, nameOf, refOf, say, words, workloadKinds } from "../kubernetes/index.ts";
import { proof } from "../report/index.ts";

const reasons = {
  PodOfWorkload: blocked("A pod of the workload is held up by its volumes", {
    what: "A pod that the workload has made cannot start, or cannot be deleted, because of a volume.",
    why: "The workload is as it should be only when each of its pods is.",
    whatToDo: "Look at the pod: `kubectl pvguard why pod/NAME -n NAMESPACE`.",
  }),
  ClaimOfWorkload: blocked("A claim of the workload is not as it should be", {
    what: "A claim that the workload's pods use, or that was made for them, is stuck, unusable or being deleted.",
    why: "The pods of the workload cannot start without the claim, or lose it when they stop.",
    whatToDo: "Look at the claim: `kubectl pvguard why pvc/NAME -n NAMESPACE`.",
  }),
  VolumesAreFine: waiting("No volume of the workload has a problem", {
    what: "The pods and claims of the workload were looked at. None of them is held up by a volume.",
    why: "Where a pod is not Ready all the same, the cause is not its volumes.",
    whatToDo:
      "No action is needed for the volumes. For a pod that is not Ready: `kubectl describe pod NAME -n NAMESPACE`.",
  }),
} as const;

type PartHold = FoundHold<keyof typeof reasons | "CouldNotRead">;

export default defineWait({
  wait: "workload-objects",
  on: [...workloadKinds, "batch/v1/cronjobs"],
  needs: ["v1/pods", "v1/persistentvolumeclaims", "v1/nodes", "apps/v1/replicasets", "batch/v1/jobs"],
  sources: [
    "kubernetes/kubernetes pkg/controller/statefulset/stateful_set_utils.go getPersistentVolumeClaimName, 1.36",
    "kubernetes/kubernetes pkg/controller/util/node/controller_utils.go MarkPodsNotReady, 1.36",
  ],
  reasons,
  holds(workload, cluster): readonly PartHold[] {
    const pods = podsOfWorkload(workload, cluster);
    if (!pods.read) return [couldNotRead(pods.unread)];
    const { claims, unread } = claimsOfWorkload(workload, pods.items, cluster);
    return [
      ...claims.map(ofClaim),
      ...pods.items.map(ofPod),
      ...(unread === undefined ? [] : [couldNotRead(unread)]),
    ];
  },
  remark(workload, cluster) {
    const pods = podsOfWorkload(workload, cluster);
    if (!pods.read) return undefined;
    const { claims, unread } = claimsOfWorkload(workload, pods.items, cluster);
    if (unread !== undefined) return undefined;
    return {
      reason: "VolumesAreFine",
      message: [...fine(pods.items, claims, cluster), ...retention(workload)],
    };
  },
});

function ofClaim(claim: PersistentVolumeClaim): PartHold {
  return {
    reason: "ClaimOfWorkload",
    holder: { object: refOf(claim) },
    isPart: true,
    message: say`${nameOf(claim)} is ${stateOf(claim)}`,
    evidence: [proof(claim, "status.phase", claim.status?.phase)],
  };
}

function ofPod(pod: Pod): PartHold {
  return {
    reason: "PodOfWorkload",
    holder: { object: refOf(pod) },
    isPart: true,
    message: say`${nameOf(pod)} is ${stateOf(pod)}`,
    evidence: [proof(pod, "status.phase", pod.status?.phase)],
  };
}

function fine(pods: readonly Pod[], claims: readonly PersistentVolumeClaim[], cluster: Cluster): Phrase {
  const others = pods.filter((pod) => !isPodReady(pod) && !isPodFinished(pod));
  const looked = say`none of its ${counted(pods.length, "pod")} and ${counted(claims.length, "claim")} has a problem with a volume`;
  const [first] = others;
  if (first === undefined) return looked;
  const more = others.length === 1 ? say` is` : say` and ${others.length - 1} more are`;
  return say`${looked}. ${nameOf(first)}${more} not Ready for another reason: ${whyNotReady(first, cluster)}`;
}

/** A pod is not Ready while its node is not: the node lifecycle controller sees to that. */
function whyNotReady({ metadata, spec }: Pod, cluster: Cluster): Phrase {
  const name = spec?.nodeName ?? "";
  const node = name === "" ? undefined : cluster.get("v1/nodes", name);
  if (node?.state === "found" && !isNodeReady(node.object))
    return say`its ${nameOf(node.object)} has not been Ready since ${readyChangedAt(node.object) ?? "an unknown time"}`;
  return say`kubectl describe pod ${metadata.name} -n ${metadata.namespace ?? ""}`;
}

/** What its retention policy will do to its claims, which is easily overlooked. */
function retention(workload: Workload): Phrase {
  const { whenDeleted, whenScaled } =
    workload.kind === "StatefulSet" ? (workload.spec?.persistentVolumeClaimRetentionPolicy ?? {}) : {};
  const when = [
    ...(whenDeleted === "Delete" ? ["deleted"] : []),
    ...(whenScaled === "Delete" ? ["scaled down"] : []),
  ].join(" or ");
  return when === ""
    ? []
    : say`. When the set is ${words(when)}, the claims of the pods that it removes are deleted too (persistentVolumeClaimRetentionPolicy)`;
}
