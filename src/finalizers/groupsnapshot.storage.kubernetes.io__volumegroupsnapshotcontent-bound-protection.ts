import { thirdParty } from "./shared/third-party.ts";

export default thirdParty({
  finalizer: "groupsnapshot.storage.kubernetes.io/volumegroupsnapshotcontent-bound-protection",
  on: [],
  owner: "csi-snapshotter",
  addedWhen: "A VolumeGroupSnapshotContent is bound. It stands on the VolumeGroupSnapshotContent.",
  removedWhen: "once the driver has deleted the group in the backend",
  ifForced: "the snapshots of the group stay in the backend",
  safety: "loses-data",
  check: "The snapshots of the group in the backend are gone.",
  since: "external-snapshotter 7",
  sources: ["kubernetes-csi/external-snapshotter pkg/utils/util.go, v8.6"],
});
