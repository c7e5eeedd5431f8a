import type { Cluster, Unread } from "../cluster/index.ts";
import { claimNamesOf, isPodReady, ordinalsOf, podNamed } from "../controllers/index.ts";
import type { FoundHold } from "../define/index.ts";
import { blocked, couldNotRead, defineWait, isFresh, uncertain, waiting } from "../define/index.ts";
import type { CreationFailure } from "../evidence/index.ts";
import { creationFailures, refuserKinds } from "../evidence/index.ts";
import type { PersistentVolumeClaim, Phrase, Pod, StatefulSet } from "../kubernetes/index.ts";
import { isTerminating, nameOf, refOf, say } from "../kubernetes/index.ts";
import { noneFound, proof } from "../report/index.ts";
import { creationReasons, notCreated } from "./shared/workload/creation.ts";

const reasons = {
  ...creationReasons,
  WaitsForEarlierPod: blocked("The next pod is created only when the one before it is Ready", {
    what: "The StatefulSet has fewer pods than it should have. One of its pods is not Ready, and those with higher numbers are created only after it.",
    why: "With podManagementPolicy OrderedReady, the default, a StatefulSet creates its pods one after the other.",
    whatToDo:
      "Look at the pod that is not Ready: `kubectl pvguard why pod/NAME -n NAMESPACE` where its volumes are the cause, otherwise `kubectl describe pod NAME -n NAMESPACE`.",
  }),
  EarlierClaimBeingDeleted: blocked("A claim of the pod's name is still being deleted", {
    what: "The StatefulSet creates a pod only when each of its claims exists and is not being deleted.",
    why: "The claim was deleted, and something still holds it. Once it is deleted, the StatefulSet creates a new one of the same name, which is EMPTY.",
    whatToDo: "See what holds the claim: `kubectl pvguard why pvc/NAME -n NAMESPACE`.",
  }),
  SetPodNotCreated: uncertain("A pod of the StatefulSet was not created, and no event says why", {
    what: "The StatefulSet should have a pod that does not exist. No event about the set quotes an error.",
    why: "Events are kept for an hour only, or the controller does not run.",
    whatToDo:
      "A person must look whether kube-controller-manager runs, and what it logs about the set: `kubectl describe statefulset NAME -n NAMESPACE`.",
  }),
  SetPodNotCreatedYet: waiting("The StatefulSet has not created its pods yet", {
    what: "The StatefulSet was changed less than a minute ago, and a pod of it does not exist yet.",
    why: "Controllers need a moment to react.",
    whatToDo: "No action is needed. Wait a minute and run `kubectl pvguard why` again.",
  }),
} as const;

type SetHold = FoundHold<keyof typeof reasons | "CouldNotRead">;

export default defineWait({
  wait: "statefulset-pods",
  on: ["apps/v1/statefulsets"],
  needs: ["v1/pods", "v1/persistentvolumeclaims", "v1/events", ...refuserKinds],
  sources: [
    "kubernetes/kubernetes pkg/controller/statefulset/stateful_set_control.go processReplica, updateStatefulSet, 1.36",
    "kubernetes/kubernetes pkg/controller/statefulset/stateful_pod_control.go createPersistentVolumeClaims, createMissingPersistentVolumeClaims, 1.36",
  ],
  reasons,
  holds(set, cluster) {
    if (isTerminating(set)) return [];
    const seen = podsSeen(set, cluster);
    if ("unread" in seen) return couldNotRead(seen.unread);
    const [first] = seen.missing;
    const told = creationFailures(set, cluster);
    if (told.is === "unread") return first === undefined ? [] : couldNotRead(told.unread);
    // What is said of an earlier claim is seen by the claim itself.
    const others = told.failures.filter(({ refusedBy }) => refusedBy.is !== "old-claim");
    const failures = stillThere(others, set, cluster);
    if (failures.length > 0) return failures.flatMap((failure) => notCreated(set, failure, cluster));
    return first === undefined ? [] : whyMissing(set, first, seen, cluster);
  },
});

interface PodsSeen {
  /** The numbers of the pods that should exist. */
  readonly missing: readonly number[];
  /** The first pod that exists and is not Ready. */
  readonly notReady?: Pod;
}

function podsSeen(set: StatefulSet, cluster: Cluster): PodsSeen | { readonly unread: Unread } {
  const { name, namespace } = set.metadata;
  const missing: number[] = [];
  let notReady: Pod | undefined;
  for (const ordinal of ordinalsOf(set)) {
    const pod = cluster.get("v1/pods", `${name}-${ordinal}`, namespace);
    if (pod.state === "unread") return pod;
    if (pod.state === "absent") missing.push(ordinal);
    else if (!isPodReady(pod.object)) notReady ??= pod.object;
  }
  return { missing, ...(notReady === undefined ? {} : { notReady }) };
}

/** Of each pod and claim the newest, as long as it does not exist. */
function stillThere(
  failures: readonly CreationFailure[],
  set: StatefulSet,
  cluster: Cluster,
): readonly CreationFailure[] {
  const { namespace } = set.metadata;
  const pods = new Set<string>();
  return failures.filter(({ pod = "", claim }) => {
    if (pods.has(pod)) return false;
    const what =
      claim === undefined
        ? cluster.get("v1/pods", pod, namespace)
        : cluster.get("v1/persistentvolumeclaims", claim, namespace);
    if (what.state !== "absent") return false;
    pods.add(pod);
    return true;
  });
}

/** Why the first of the missing pods does not exist. The others come after it, or for the same reason. */
function whyMissing(
  set: StatefulSet,
  first: number,
  { missing, notReady }: PodsSeen,
  cluster: Cluster,
): readonly SetHold[] {
  const claims = claimsInTheWay(set, first, cluster);
  if ("unread" in claims) return [couldNotRead(claims.unread)];
  const those = thoseMissing(set, missing);
  if (claims.length > 0)
    return claims.map((claim) => ({
      reason: "EarlierClaimBeingDeleted",
      holder: { object: refOf(claim) },
      message: say`${those} not created before ${nameOf(claim)} is deleted; then the set creates a new claim of that name, which is EMPTY`,
      evidence: [proof(claim, "metadata.deletionTimestamp", claim.metadata.deletionTimestamp)],
    }));
  if (notReady !== undefined && set.spec?.podManagementPolicy !== "Parallel")
    return [
      {
        reason: "WaitsForEarlierPod",
        holder: { object: refOf(notReady) },
        message: say`${those} not created before ${nameOf(notReady)} is Ready (podManagementPolicy OrderedReady)`,
        evidence: [proof(notReady, "status.conditions[Ready]", "not True")],
      },
    ];
  const isNew = isFresh(set, cluster.now);
  return [
    {
      reason: isNew ? "SetPodNotCreatedYet" : "SetPodNotCreated",
      holder: { controller: "statefulset-controller" },
      message: isNew
        ? say`${those} not created yet`
        : say`${those} not created, and no event of the set says why`,
      evidence: [noneFound(set, "events with the reason FailedCreate")],
    },
  ];
}

function claimsInTheWay(
  set: StatefulSet,
  ordinal: number,
  cluster: Cluster,
): readonly PersistentVolumeClaim[] | { readonly unread: Unread } {
  const found: PersistentVolumeClaim[] = [];
  for (const name of claimNamesOf(set, ordinal)) {
    const claim = cluster.get("v1/persistentvolumeclaims", name, set.metadata.namespace);
    if (claim.state === "unread") return claim;
    if (claim.state === "found" && isTerminating(claim.object)) found.push(claim.object);
  }
  return found;
}

/** `pod/db-1 is`, `pod/db-1 and 2 more pods are`. */
function thoseMissing({ metadata }: StatefulSet, [first = 0, ...others]: readonly number[]): Phrase {
  const pod = podNamed(metadata.namespace ?? "", `${metadata.name}-${first}`);
  if (others.length === 0) return say`${nameOf(pod)} is`;
  return others.length === 1
    ? say`${nameOf(pod)} and 1 more pod are`
    : say`${nameOf(pod)} and ${others.length} more pods are`;
}
