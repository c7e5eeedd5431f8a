import type { PersistentVolume, VolumeAttachment } from "../../model/index.ts";

/**
 * May the volume be attached to one node only? Without access modes this is unknown, and the driver is left to refuse.
 * kubernetes/kubernetes pkg/controller/volume/attachdetach/util/util.go IsMultiAttachAllowed, 1.36.
 */
export function isMultiAttachForbidden(volume: PersistentVolume): boolean {
  const modes = volume.spec?.accessModes ?? [];
  return modes.length > 0 && !modes.includes("ReadWriteMany") && !modes.includes("ReadOnlyMany");
}

/**
 * The attachments to other nodes for which the volume is not attached to `nodeName`.
 * kubernetes/kubernetes pkg/controller/volume/attachdetach/reconciler/reconciler.go attachDesiredVolumes, 1.36.
 */
export function multiAttachConflicts(
  volume: PersistentVolume,
  nodeName: string,
  attachments: readonly VolumeAttachment[],
): readonly VolumeAttachment[] {
  if (!isMultiAttachForbidden(volume)) return [];
  return attachments.filter(
    ({ spec }) => spec?.source?.persistentVolumeName === volume.metadata.name && spec.nodeName !== nodeName,
  );
}
