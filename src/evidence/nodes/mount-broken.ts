import type { Pod } from "../../kubernetes/index.ts";
import { proof } from "../../report/index.ts";
import type { Answer } from "../answer.ts";
import { weigh } from "../answer.ts";
import { brokenMountIn } from "../error-text/index.ts";

/**
 * Does a container of a pod not start because a mounted volume no longer answers? The container runtime looks at each directory
 * before it starts the container, and a process that served the mount may be gone, as that of a FUSE driver. `volume`: the
 * PersistentVolume, or the volume's name in the pod.
 * kubernetes/kubernetes pkg/kubelet/kuberuntime/kuberuntime_container.go startContainer (ErrCreateContainer), 1.36;
 * containerd/containerd internal/cri/server/container_create.go; ceph/ceph-csi#2634.
 */
export function mountBroken(pod: Pod): Answer<{ readonly volume?: string; readonly message?: string }> {
  const { initContainerStatuses = [], containerStatuses = [] } = pod.status ?? {};
  for (const [list, statuses] of [
    ["initContainerStatuses", initContainerStatuses],
    ["containerStatuses", containerStatuses],
  ] as const)
    for (const { name, state } of statuses) {
      const message = state?.waiting?.message ?? "";
      const volume = brokenMountIn(message);
      if (volume === undefined) continue;
      const path = `status.${list}[${name ?? "?"}].state.waiting.message`;
      return { ...weigh([proof(pod, path, message)]), volume, message };
    }
  return weigh([]);
}
