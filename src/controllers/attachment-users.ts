import {
  type Cluster,
  inNamespace,
  keyOf,
  type Listed,
  type PersistentVolume,
  type Pod,
  type VolumeAttachment,
} from "../model/index.ts";
import { claimNameOf, podsByClaim } from "./indexes/index.ts";
import { volumeIsForPod } from "./pod-state.ts";

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
  const pods = cluster.lookup(podsByClaim, keyOf(namespace, name), inNamespace(namespace));
  if (!pods.read) return pods;
  return {
    read: true,
    items: pods.items.filter(
      (pod) => usesByName(pod, name) || claim.state !== "found" || volumeIsForPod(pod, claim.object),
    ),
  };
}

function usesByName(pod: Pod, name: string): boolean {
  return (pod.spec?.volumes ?? []).some(
    (volume) => volume.persistentVolumeClaim !== undefined && claimNameOf(pod, volume) === name,
  );
}
