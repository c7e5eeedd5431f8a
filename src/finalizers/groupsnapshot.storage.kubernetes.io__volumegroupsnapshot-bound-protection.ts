import { thirdParty } from "./shared/third-party.ts";

export default thirdParty({
  finalizer: "groupsnapshot.storage.kubernetes.io/volumegroupsnapshot-bound-protection",
  on: [],
  owner: "snapshot-controller",
  addedWhen:
    "A VolumeGroupSnapshot is bound to a content with policy Delete. The finalizer is on the VolumeGroupSnapshot.",
  removedWhen: "once the VolumeGroupSnapshotContent has been deleted",
  ifForced: "the snapshots of the group would remain in the storage backend",
  safety: "loses-data",
  check: "The group's content and its snapshots in the storage backend no longer exist.",
  since: "external-snapshotter 7",
  sources: ["kubernetes-csi/external-snapshotter pkg/utils/util.go, v8.6"],
});
