import type { Cluster } from "../../cluster/index.ts";
import { itemsOf } from "../../cluster/index.ts";
import { trueCondition } from "../../controllers/index.ts";
import type { Pod } from "../../kubernetes/index.ts";
import { hint, proof } from "../../report/index.ts";
import type { Answer } from "../answer.ts";
import { weigh } from "../answer.ts";
import { failuresOf } from "../last-failure.ts";

/** What a container waits for before the volumes of its pod are mounted, or before the init containers have finished. */
const beforeMount: readonly string[] = ["", "ContainerCreating", "PodInitializing"];

/**
 * Have the volumes of a pod been mounted? The kubelet waits for all of them before it makes the sandbox of the pod, and pulls no
 * image before that.
 * kubernetes/kubernetes pkg/kubelet/kubelet.go SyncPod and pkg/kubelet/status/generate.go
 * GeneratePodReadyToStartContainersCondition, 1.36.
 */
export function volumesMounted(pod: Pod, cluster: Cluster): Answer {
  const { conditions, initContainerStatuses = [], containerStatuses = [] } = pod.status ?? {};
  const sandbox = trueCondition(conditions, "PodReadyToStartContainers");
  if (sandbox !== undefined)
    return weigh([proof(pod, "status.conditions[PodReadyToStartContainers].status", sandbox.status)]);
  for (const { name = "?", state } of [...initContainerStatuses, ...containerStatuses]) {
    const path = `status.containerStatuses[${name}].state`;
    if (state?.running !== undefined || state?.terminated !== undefined)
      return weigh([proof(pod, path, "ran")]);
    const reason = state?.waiting?.reason ?? "";
    if (!beforeMount.includes(reason)) return weigh([proof(pod, `${path}.waiting.reason`, reason)]);
  }
  const later = failuresOf(pod, "start-containers", cluster);
  const [last] = itemsOf(later);
  return last === undefined ? weigh([]) : weigh([hint(pod, "event", `${last.reason} ${last.message}`)]);
}
