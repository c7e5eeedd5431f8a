import type { KubeObject } from "../kubernetes/index.ts";
import { isTerminating, secondsBefore } from "../kubernetes/index.ts";

interface MayHaveStatus {
  readonly status?:
    | {
        readonly phase?: string | undefined;
        readonly lastPhaseTransitionTime?: string | undefined;
        readonly attached?: boolean | undefined;
        readonly readyToUse?: boolean | undefined;
      }
    | undefined;
}

/** As an operator would say it: Terminating before any phase, since printers hide the phase of a deleted object. */
export function stateOf(object: KubeObject): string {
  if (isTerminating(object)) return "Terminating";
  const status = (object as KubeObject & MayHaveStatus).status;
  switch (object.kind) {
    case "VolumeAttachment":
      return status?.attached === true ? "Attached" : "NotAttached";
    case "VolumeSnapshot":
    case "VolumeSnapshotContent":
      return status?.readyToUse === true ? "Ready" : "NotReady";
    default:
      return status?.phase ?? "Unknown";
  }
}

/** Since when, in RFC 3339; `undefined` where the API does not say. */
export function stateSince(object: KubeObject): string | undefined {
  const { deletionTimestamp, deletionGracePeriodSeconds, creationTimestamp } = object.metadata;
  // The timestamp lies in the future by the grace period: kubernetes/kubernetes
  // staging/src/k8s.io/apiserver/pkg/registry/rest/delete.go BeforeDelete.
  if (deletionTimestamp !== undefined)
    return secondsBefore(deletionTimestamp, deletionGracePeriodSeconds ?? 0);
  const status = (object as KubeObject & MayHaveStatus).status;
  if (status?.lastPhaseTransitionTime !== undefined) return status.lastPhaseTransitionTime;
  return status?.phase === "Pending" ? creationTimestamp : undefined;
}
