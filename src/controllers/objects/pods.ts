import type { Cluster, Listed, Unread } from "../../cluster/index.ts";
import type {
  PersistentVolume,
  PersistentVolumeClaim,
  Pod,
  VolumeAttachment,
} from "../../kubernetes/index.ts";
import { controllerOf } from "../../kubernetes/index.ts";
import { claimNameOf, podsOfClaim, volumesForClaim } from "../indexes/index.ts";
import { trueCondition } from "./conditions.ts";
import { claimNamed } from "./refs.ts";

type ContainerStatuses = NonNullable<Pod["status"]>["containerStatuses"];

function notRunning(statuses: ContainerStatuses): boolean {
  return (statuses ?? []).every(
    ({ state }) => state?.terminated !== undefined || state?.waiting !== undefined,
  );
}

export function isPodFinished(pod: Pod): boolean {
  return pod.status?.phase === "Succeeded" || pod.status?.phase === "Failed";
}

/** Has it a node, and has it not finished there? */
export function isPodOnNode(pod: Pod): boolean {
  return isPodScheduled(pod) && !isPodFinished(pod);
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
 * Does a pod run with the claim on a node that exists? Of any other claim, an attachment that was left on a lost node tells
 * when its disk can be detached. Pods that were not read count.
 */
export function isInUse(claim: PersistentVolumeClaim, cluster: Cluster): boolean {
  const pods = podsOfClaim(claim, cluster);
  return (
    !pods.read ||
    pods.items.some(
      ({ spec, status }) =>
        status?.phase === "Running" && cluster.get("v1/nodes", spec?.nodeName ?? "").state !== "absent",
    )
  );
}

/**
 * The kubelet is done with it, or it was deleted by force.
 * kubernetes/kubernetes pkg/controller/volume/pvcprotection/pvc_protection_controller.go podIsShutDown, 1.25 to 1.36.
 */
export function isPodShutDown(pod: Pod): boolean {
  return pod.metadata.deletionTimestamp !== undefined && pod.metadata.deletionGracePeriodSeconds === 0;
}

/** By its condition: that of a pod that is being deleted can be left from before. */
export function isPodReady(pod: Pod): boolean {
  return trueCondition(pod.status?.conditions, "Ready") !== undefined;
}

export function isPodScheduled(pod: Pod): boolean {
  return (pod.spec?.nodeName ?? "") !== "";
}

/**
 * How long a pod has to stop once it is deleted, in seconds. One that has finished, or is not scheduled, is deleted at once; any
 * other when the kubelet has stopped it and given back what it used, such as its mounts.
 * kubernetes/kubernetes pkg/registry/core/pod/strategy.go CheckGracefulDelete, and pkg/kubelet/status/status_manager.go
 * canBeDeleted, 1.36.
 */
export function gracePeriodOf(pod: Pod): number {
  if (isPodFinished(pod) || !isPodScheduled(pod)) return 0;
  return pod.spec?.terminationGracePeriodSeconds ?? 30;
}

/**
 * Was this claim made for this pod's ephemeral volume?
 * kubernetes/kubernetes staging/src/k8s.io/component-helpers/storage/ephemeral VolumeIsForPod, 1.36.
 */
export function volumeIsForPod(pod: Pod, claim: PersistentVolumeClaim): boolean {
  return claim.metadata.namespace === pod.metadata.namespace && controllerOf(claim)?.uid === pod.metadata.uid;
}

/** A volume of a pod that stands for a claim, and that claim. */
export interface PodClaim {
  readonly by: "name" | "ephemeral";
  readonly name: string;
  readonly claim: PersistentVolumeClaim | "missing";
}

type PodClaims =
  | { readonly read: true; readonly claims: readonly PodClaim[] }
  | { readonly read: false; readonly unread: Unread };

/** The claims of a pod, in the order of its volumes. */
export function claimsOfPod(pod: Pod, cluster: Cluster): PodClaims {
  const claims: PodClaim[] = [];
  for (const volume of pod.spec?.volumes ?? []) {
    const name = claimNameOf(pod, volume);
    if (name === undefined) continue;
    const found = cluster.get("v1/persistentvolumeclaims", name, pod.metadata.namespace);
    if (found.state === "unread") return { read: false, unread: found.unread };
    const by = volume.persistentVolumeClaim === undefined ? "ephemeral" : "name";
    claims.push({ by, name, claim: found.state === "found" ? found.object : "missing" });
  }
  return { read: true, claims };
}

/** The pods on the attachment's node that use its volume, of any phase. */
export function podsUsingAttachment(attachment: VolumeAttachment, cluster: Cluster): Listed<Pod> {
  const name = attachment.spec?.source?.persistentVolumeName;
  if (name === undefined) return { read: true, items: [] };
  const volume = cluster.get("v1/persistentvolumes", name);
  if (volume.state === "unread") return { read: false, unread: volume.unread };
  if (volume.state === "absent") return { read: true, items: [] };
  const pods = podsUsingVolume(volume.object, cluster);
  if (!pods.read) return pods;
  return { read: true, items: pods.items.filter((pod) => pod.spec?.nodeName === attachment.spec?.nodeName) };
}

/**
 * The pods that name the claim of a volume, scheduled or not, of any phase. A claim of that name that is bound to
 * another volume does not count.
 */
export function podsUsingVolume(volume: PersistentVolume, cluster: Cluster): Listed<Pod> {
  const claimRef = volume.spec?.claimRef;
  if (claimRef?.name === undefined || claimRef.namespace === undefined) return { read: true, items: [] };
  const { namespace, name } = claimRef;
  const claim = cluster.get("v1/persistentvolumeclaims", name, namespace);
  if (claim.state === "unread") return { read: false, unread: claim.unread };
  const boundTo = claim.state === "found" ? (claim.object.spec?.volumeName ?? "") : "";
  if (boundTo !== "" && boundTo !== volume.metadata.name) return { read: true, items: [] };
  const pods = podsOfClaim(claimNamed(namespace, name), cluster);
  if (!pods.read) return pods;
  return {
    read: true,
    items: pods.items.filter(
      (pod) => namesClaim(pod, name) || claim.state !== "found" || volumeIsForPod(pod, claim.object),
    ),
  };
}

/** By its name, not by an ephemeral volume. */
export function namesClaim(pod: Pod, name: string): boolean {
  return volumesForClaim(pod, name).some(({ volume }) => volume.persistentVolumeClaim !== undefined);
}
