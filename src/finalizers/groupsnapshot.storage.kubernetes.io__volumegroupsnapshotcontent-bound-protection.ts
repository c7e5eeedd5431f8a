import { thirdParty } from "./shared/third-party.ts";

export default thirdParty({
  finalizer: "groupsnapshot.storage.kubernetes.io/volumegroupsnapshotcontent-bound-protection",
  on: [],
  owner: "csi-snapshotter",
  addedWhen: "A VolumeGroupSnapshotContent is bound. The finalizer is on the VolumeGroupSnapshotContent.",
  removedWhen: "once the driver has deleted the group in the storage backend",
  ifForced: "the snapshots of the group would remain in the storage backend",
  safety: "loses-data",
  check: "The snapshots of the group no longer exist in the storage backend.",
  since: "external-snapshotter 7",
  sources: ["kubernetes-csi/external-snapshotter pkg/utils/util.go, v8.6"],
});
