import type { Pod } from "../../kubernetes/index.ts";
import { proof } from "../../report/index.ts";
import type { Answer } from "../answer.ts";
import { weigh } from "../answer.ts";

/** What a container waits for while nothing is wrong with it: its volumes, or the init containers. */
const normal: readonly string[] = ["", "ContainerCreating", "PodInitializing"];

interface Found {
  readonly kind: "container" | "init container";
  readonly name: string;
  /** As the kubelet words it: `CrashLoopBackOff`, `ImagePullBackOff`; or that of its end, as `Error`. */
  readonly reason: string;
  readonly message?: string;
  readonly restarts: number;
}

/**
 * Which container of a pod does not start, or ends each time that it is started? The kubelet starts the init containers first, one
 * after the other.
 * kubernetes/kubernetes pkg/kubelet/kubelet_pods.go convertToAPIContainerStatuses and pkg/kubelet/images/types.go, 1.36.
 */
export function containerNotStarted(pod: Pod): Answer<{ readonly found?: Found }> {
  const { initContainerStatuses = [], containerStatuses = [] } = pod.status ?? {};
  for (const [list, kind, statuses] of [
    ["initContainerStatuses", "init container", initContainerStatuses],
    ["containerStatuses", "container", containerStatuses],
  ] as const)
    for (const { name = "?", restartCount = 0, state } of statuses) {
      const path = `status.${list}[${name}].state`;
      const { waiting, terminated } = state ?? {};
      if (waiting !== undefined && !normal.includes(waiting.reason ?? "")) {
        const { reason = "", message } = waiting;
        const found = {
          kind,
          name,
          reason,
          restarts: restartCount,
          ...(message === undefined ? {} : { message }),
        };
        return { ...weigh([proof(pod, `${path}.waiting.reason`, reason)]), found };
      }
      const { exitCode = 0, reason = "Error" } = terminated ?? {};
      if (exitCode === 0) continue;
      const found = { kind, name, reason, message: `exit code ${exitCode}`, restarts: restartCount };
      return { ...weigh([proof(pod, `${path}.terminated.exitCode`, exitCode)]), found };
    }
  return weigh([]);
}
