import { defineKind, type ObjectOf } from "./define.ts";

const error = { message: "text", time: "text" } as const;

export const volumeSnapshots = defineKind({
  resource: "snapshot.storage.k8s.io/v1/volumesnapshots",
  kind: "VolumeSnapshot",
  singular: "volumesnapshot",
  shortNames: ["vs"],
  namespaced: true,
  presence: "optional",
  olderVersions: ["snapshot.storage.k8s.io/v1beta1"],
  fields: {
    spec: {
      volumeSnapshotClassName: "text",
      source: { persistentVolumeClaimName: "text", volumeSnapshotContentName: "text" },
    },
    status: {
      readyToUse: "flag",
      boundVolumeSnapshotContentName: "text",
      volumeGroupSnapshotName: "text",
      creationTime: "text",
      error,
    },
  },
});
export type VolumeSnapshot = ObjectOf<typeof volumeSnapshots>;

export const volumeSnapshotContents = defineKind({
  resource: "snapshot.storage.k8s.io/v1/volumesnapshotcontents",
  kind: "VolumeSnapshotContent",
  singular: "volumesnapshotcontent",
  shortNames: ["vsc", "vscs"],
  namespaced: false,
  presence: "optional",
  olderVersions: ["snapshot.storage.k8s.io/v1beta1"],
  fields: {
    spec: {
      deletionPolicy: "text",
      driver: "text",
      volumeSnapshotClassName: "text",
      volumeSnapshotRef: { namespace: "text", name: "text", uid: "text" },
      source: { volumeHandle: "text", snapshotHandle: "text" },
    },
    status: { readyToUse: "flag", snapshotHandle: "text", volumeGroupSnapshotHandle: "text", error },
  },
});
export type VolumeSnapshotContent = ObjectOf<typeof volumeSnapshotContents>;

export const volumeSnapshotClasses = defineKind({
  resource: "snapshot.storage.k8s.io/v1/volumesnapshotclasses",
  kind: "VolumeSnapshotClass",
  singular: "volumesnapshotclass",
  shortNames: ["vsclass", "vsclasses"],
  namespaced: false,
  presence: "optional",
  olderVersions: ["snapshot.storage.k8s.io/v1beta1"],
  fields: { driver: "text", deletionPolicy: "text" },
});
export type VolumeSnapshotClass = ObjectOf<typeof volumeSnapshotClasses>;
