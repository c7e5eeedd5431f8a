import { attachmentsByVolume, isPodFinished, podsUsingAttachment } from "../../../controllers/index.ts";
import { firstAndMore } from "../../../engine/index.ts";
import {
  type Cluster,
  everywhere,
  isTerminating,
  type PersistentVolume,
  type Phrase,
  say,
  type VolumeAttachment,
} from "../../../model/index.ts";

/**
 * The attachment that the attacher refuses for as long as the volume is being deleted.
 * kubernetes-csi/external-attacher pkg/controller/csi_handler.go csiAttach, v4.13: "Refuse to attach volumes that are marked
 * for deletion", before its finalizer is on the VolumeAttachment.
 */
export function refusedAttachment(volume: PersistentVolume, cluster: Cluster): VolumeAttachment | undefined {
  if (!isTerminating(volume)) return undefined;
  const attachments = cluster.lookup(attachmentsByVolume, volume.metadata.name, everywhere);
  if (!attachments.read) return undefined;
  return attachments.items.find(
    ({ status, metadata }) =>
      status?.attached !== true &&
      metadata.deletionTimestamp === undefined &&
      /is marked for deletion/.test(status?.attachError?.message ?? ""),
  );
}

/** The pods that wait for it and cannot start: "pod/a cannot start until ...". */
export function victimsOf(attachment: VolumeAttachment, cluster: Cluster): Phrase {
  const pods = podsUsingAttachment(attachment, cluster);
  const waiting = pods.read ? pods.items.filter((pod) => !isPodFinished(pod) && !isTerminating(pod)) : [];
  if (waiting.length === 0) return [];
  return say`${firstAndMore(waiting.slice(0, 1), waiting.length)} cannot start until the volume object is created again`;
}
