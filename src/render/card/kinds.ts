/** How people call several of a kind. */
export const many: Readonly<Record<string, string>> = {
  Namespace: "namespaces",
  PersistentVolume: "volumes",
  PersistentVolumeClaim: "claims",
  Pod: "pods",
  VolumeAttachment: "attachments",
  VolumeSnapshot: "snapshots",
  VolumeSnapshotContent: "snapshot contents",
};
