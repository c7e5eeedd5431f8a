import { trueCondition } from "../controllers/index.ts";
import type { Job, KubeObject, Node } from "../kubernetes/index.ts";
import { isOnlyNamed, isTerminating, secondsBefore } from "../kubernetes/index.ts";

/** `status.phase`, of kinds that have it. */
export function phaseOf(object: KubeObject): string | undefined {
  const status = "status" in object ? object.status : undefined;
  return status !== undefined && "phase" in status ? status.phase : undefined;
}

/** As an operator would say it: Terminating before any phase, since printers hide the phase of a deleted object. */
export function stateOf(object: KubeObject): string {
  if (isTerminating(object)) return "Terminating";
  if (isOnlyNamed(object)) return "NotFound";
  switch (object.kind) {
    case "Node":
      return stateOfNode(object);
    case "StorageClass":
    case "VolumeSnapshotClass":
    case "CSIDriver":
      return "Defined";
    case "VolumeAttachment":
      return object.status?.attached === true ? "Attached" : "NotAttached";
    case "VolumeSnapshot":
    case "VolumeSnapshotContent":
      return object.status?.readyToUse === true ? "Ready" : "NotReady";
    case "StatefulSet":
    case "Deployment":
      return `${object.status?.readyReplicas ?? 0}/${object.spec?.replicas ?? 1} ready`;
    case "DaemonSet":
      return `${object.status?.numberReady ?? 0}/${object.status?.desiredNumberScheduled ?? 0} ready`;
    case "Job":
      return stateOfJob(object);
    case "CronJob":
      return object.spec?.suspend === true ? "Suspended" : "Scheduled";
    default:
      return phaseOf(object) ?? "Unknown";
  }
}

/** As `kubectl get nodes` shows it. The same file, printNode. */
function stateOfNode({ spec, status }: Node): string {
  const ready = status?.conditions?.find(({ type }) => type === "Ready");
  const state = ready === undefined ? "Unknown" : ready.status === "True" ? "Ready" : "NotReady";
  return spec?.unschedulable === true ? `${state},SchedulingDisabled` : state;
}

/** By its conditions, as `kubectl get jobs` shows it. kubernetes/kubernetes pkg/printers/internalversion/printers.go printJob, 1.36. */
function stateOfJob({ spec, status }: Job): string {
  const isTrue = (type: string) => trueCondition(status?.conditions, type) !== undefined;
  if (isTrue("Complete")) return "Complete";
  if (isTrue("Failed")) return "Failed";
  return spec?.suspend === true ? "Suspended" : "Running";
}

/** Since when, in RFC 3339; `undefined` where the API does not say. */
export function stateSince(object: KubeObject): string | undefined {
  const { deletionTimestamp, deletionGracePeriodSeconds, creationTimestamp } = object.metadata;
  // The timestamp lies in the future by the grace period: kubernetes/kubernetes
  // staging/src/k8s.io/apiserver/pkg/registry/rest/delete.go BeforeDelete.
  if (deletionTimestamp !== undefined)
    return secondsBefore(deletionTimestamp, deletionGracePeriodSeconds ?? 0);
  if (object.kind === "PersistentVolume" && object.status?.lastPhaseTransitionTime !== undefined)
    return object.status.lastPhaseTransitionTime;
  return phaseOf(object) === "Pending" ? creationTimestamp : undefined;
}
