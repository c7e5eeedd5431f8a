import type { Cluster, Unread } from "../cluster/index.ts";
import type { PodMaker, Workload } from "../controllers/index.ts";
import { isPodFinished, makersOf, podsMadeBy } from "../controllers/index.ts";
import type { FoundHold } from "../define/index.ts";
import { blocked, couldNotRead, defineWait, isFresh, stateOf, uncertain } from "../define/index.ts";
import { creationFailures, refuserKinds } from "../evidence/index.ts";
import { isTerminating, nameOf, say } from "../kubernetes/index.ts";
import { noneFound, proof } from "../report/index.ts";
import { creationReasons, notCreated } from "./shared/workload/creation.ts";

const reasons = {
  ...creationReasons,
  DeploymentPaused: blocked("The Deployment is paused, so its controller creates no ReplicaSet", {
    what: "The Deployment has spec.paused and no ReplicaSet. Without one it has no pods.",
    why: "The deployment controller only scales the ReplicaSets of a paused Deployment. It creates none.",
    whatToDo:
      "A person must decide whether it may start: `kubectl rollout resume deployment/NAME -n NAMESPACE`.",
  }),
  PodsNotCreated: uncertain("Pods of the workload were not created, and no event says why", {
    what: "The workload should have more pods than exist. No event about what creates them quotes an error.",
    why: "Events are kept for an hour only, a rollout is paused, or the controller does not run.",
    whatToDo:
      "A person must look at the workload and at what it owns: `kubectl describe deployment NAME -n NAMESPACE`, and the same of its ReplicaSet or Job.",
  }),
} as const;

type MakerHold = FoundHold<keyof typeof reasons | "CouldNotRead">;

export default defineWait({
  wait: "pods-not-created",
  on: [
    "apps/v1/deployments",
    "apps/v1/replicasets",
    "apps/v1/daemonsets",
    "batch/v1/jobs",
    "batch/v1/cronjobs",
  ],
  needs: ["v1/pods", "v1/events", "apps/v1/replicasets", "batch/v1/jobs", ...refuserKinds],
  sources: [
    "kubernetes/kubernetes pkg/controller/controller_utils.go createPods, 1.36",
    "kubernetes/kubernetes pkg/controller/replicaset/replica_set.go manageReplicas, 1.36",
    "kubernetes/kubernetes pkg/controller/deployment/sync.go sync, getAllReplicaSetsAndSyncRevision, 1.36",
  ],
  reasons,
  holds(workload, cluster): readonly MakerHold[] {
    if (isTerminating(workload)) return [];
    const makers = makersOf(workload, cluster);
    if (!makers.read) return [couldNotRead(makers.unread)];
    if (makers.items.length === 0 && isPaused(workload)) return [paused(workload)];
    if (makers.items.length === 0 && wantsPods(workload) && !isFresh(workload, cluster.now))
      return [untold(workload)];
    return makers.items.flatMap((maker) => whyLacking(maker, cluster));
  },
});

function isPaused(workload: Workload): boolean {
  return wantsPods(workload) && workload.kind === "Deployment" && workload.spec?.paused === true;
}

function paused(of: Workload): MakerHold {
  return {
    reason: "DeploymentPaused",
    holder: { person: "owner" },
    message: say`${nameOf(of)} is paused and has no ReplicaSet: its controller creates none before it is resumed`,
    evidence: [proof(of, "spec.paused", true), noneFound(of, "ReplicaSets")],
  };
}

/** A CronJob wants none between two runs. */
function wantsPods(workload: Workload): boolean {
  return workload.kind === "Deployment" && (workload.spec?.replicas ?? 1) > 0;
}

function whyLacking(maker: PodMaker, cluster: Cluster): readonly MakerHold[] {
  const lacking = lacksPods(maker, cluster);
  if (typeof lacking === "object") return [couldNotRead(lacking.unread)];
  if (!lacking) return [];
  const told = creationFailures(maker, cluster);
  if (told.is === "unread") return [couldNotRead(told.unread)];
  const [newest] = told.failures;
  if (newest !== undefined) return notCreated(maker, newest, cluster);
  return isFresh(maker, cluster.now) ? [] : [untold(maker)];
}

/** Has it fewer pods than it should have, so that what an event says of the creation still holds? */
function lacksPods(maker: PodMaker, cluster: Cluster): boolean | { readonly unread: Unread } {
  if (isTerminating(maker)) return false;
  const wanted = podsWanted(maker);
  if (wanted === 0) return false;
  const pods = podsMadeBy(maker, cluster);
  if (!pods.read) return { unread: pods.unread };
  return pods.items.filter((pod) => !isPodFinished(pod)).length < wanted;
}

function podsWanted(maker: PodMaker): number {
  switch (maker.kind) {
    case "StatefulSet":
      // Told pod by pod, by their numbers.
      return 0;
    case "ReplicaSet":
      return maker.spec?.replicas ?? 1;
    case "DaemonSet":
      return maker.status?.desiredNumberScheduled ?? 0;
    case "Job":
      // Between two attempts it has none: only one that has never had a pod is without.
      return stateOf(maker) === "Running" && !hasBegun(maker) ? 1 : 0;
  }
}

function hasBegun({ status }: Extract<PodMaker, { kind: "Job" }>): boolean {
  return (status?.active ?? 0) + (status?.failed ?? 0) + (status?.succeeded ?? 0) > 0;
}

function untold(of: Workload): MakerHold {
  return {
    reason: "PodsNotCreated",
    holder: { controller: "kube-controller-manager" },
    message: say`${nameOf(of)} should have more pods than exist, and no event says why they were not created`,
    evidence: [noneFound(of, "events with the reason FailedCreate")],
  };
}
