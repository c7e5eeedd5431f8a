import type { PersistentVolume, VolumeAttachment } from "../../model/index.ts";

/**
 * The attachments for which the driver is not asked to delete the volume: any that names it, whether attached, failed
 * or Terminating. Drivers that do not attach at all have none.
 * kubernetes-csi/external-provisioner pkg/controller/controller.go canDeleteVolume, v6.3.
 */
export function attachmentsThatForbidDeletion(
  volume: PersistentVolume,
  attachments: readonly VolumeAttachment[],
): readonly VolumeAttachment[] {
  return attachments.filter(({ spec }) => spec?.source?.persistentVolumeName === volume.metadata.name);
}
