import {
  attachmentsByVolume,
  finalizerNames,
  podsByClaim,
  podsUsingAttachment,
  podUsesClaimForDeletion,
  volumeIsBeingUsed,
} from "../../controllers/index.ts";
import {
  type Cluster,
  everywhere,
  inNamespace,
  type KubeObject,
  keyOf,
  type PersistentVolume,
  type PersistentVolumeClaim,
  type VolumeAttachment,
} from "../../model/index.ts";

/** What must hold for every removal. What was not read counts as in use. */
export function mayLoseFinalizer(object: KubeObject, finalizer: string, cluster: Cluster): boolean {
  switch (object.kind) {
    case "PersistentVolume":
      return volumeMay(object as PersistentVolume, finalizer, cluster);
    case "PersistentVolumeClaim":
      return claimMay(object as PersistentVolumeClaim, finalizer, cluster);
    case "VolumeAttachment":
      return isUnusedAttachment(object as VolumeAttachment, cluster);
    default:
      return true;
  }
}

/** A volume that is deleted while an attachment names it leaves an attachment that no attacher can detach. */
function volumeMay(volume: PersistentVolume, finalizer: string, cluster: Cluster): boolean {
  if (finalizer === finalizerNames.pvProtection && volumeIsBeingUsed(volume)) return false;
  const attachments = cluster.lookup(attachmentsByVolume, volume.metadata.name, everywhere);
  return attachments.read && attachments.items.length === 0;
}

/** A claim that is deleted while a pod uses it has its volume released under that pod. */
function claimMay(claim: PersistentVolumeClaim, finalizer: string, cluster: Cluster): boolean {
  if (finalizer !== finalizerNames.pvcProtection) return true;
  const { name, namespace = "" } = claim.metadata;
  const pods = cluster.lookup(podsByClaim, keyOf(namespace, name), inNamespace(namespace));
  return pods.read && !pods.items.some((pod) => podUsesClaimForDeletion(pod, claim));
}

/** A pod that runs on the attachment's node writes to the volume, unless the node itself no longer exists. */
function isUnusedAttachment(attachment: VolumeAttachment, cluster: Cluster): boolean {
  const node = cluster.get("v1/nodes", attachment.spec?.nodeName ?? "");
  if (node.state !== "found") return node.state === "absent";
  const pods = podsUsingAttachment(attachment, cluster);
  return pods.read && !pods.items.some((pod) => pod.status?.phase === "Running");
}
