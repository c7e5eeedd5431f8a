import { controllerOf, type PersistentVolumeClaim, type Pod } from "../model/index.ts";

type ContainerStatuses = NonNullable<Pod["status"]>["containerStatuses"];

function notRunning(statuses: ContainerStatuses): boolean {
  return (statuses ?? []).every(
    ({ state }) => state?.terminated !== undefined || state?.waiting !== undefined,
  );
}

export function isPodFinished(pod: Pod): boolean {
  return pod.status?.phase === "Succeeded" || pod.status?.phase === "Failed";
}

/**
 * Finished, or deleted and without a running container. It is no proof that the volumes are unmounted.
 * kubernetes/kubernetes pkg/volume/util/util.go IsPodTerminated, notRunning, 1.36.
 */
export function isPodTerminated(pod: Pod): boolean {
  if (isPodFinished(pod)) return true;
  const { initContainerStatuses, containerStatuses } = pod.status ?? {};
  return (
    pod.metadata.deletionTimestamp !== undefined &&
    notRunning(initContainerStatuses) &&
    notRunning(containerStatuses)
  );
}

/**
 * The kubelet is done with it, or it was deleted by force.
 * kubernetes/kubernetes pkg/controller/volume/pvcprotection/pvc_protection_controller.go podIsShutDown, 1.25 to 1.36.
 */
export function isPodShutDown(pod: Pod): boolean {
  return pod.metadata.deletionTimestamp !== undefined && pod.metadata.deletionGracePeriodSeconds === 0;
}

export function isPodScheduled(pod: Pod): boolean {
  return (pod.spec?.nodeName ?? "") !== "";
}

/**
 * Was this claim made for this pod's ephemeral volume?
 * kubernetes/kubernetes staging/src/k8s.io/component-helpers/storage/ephemeral VolumeIsForPod, 1.36.
 */
export function volumeIsForPod(pod: Pod, claim: PersistentVolumeClaim): boolean {
  return claim.metadata.namespace === pod.metadata.namespace && controllerOf(claim)?.uid === pod.metadata.uid;
}
