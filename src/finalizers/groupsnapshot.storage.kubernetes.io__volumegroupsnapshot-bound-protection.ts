import { thirdParty } from "./shared/third-party.ts";

export default thirdParty({
  finalizer: "groupsnapshot.storage.kubernetes.io/volumegroupsnapshot-bound-protection",
  on: [],
  owner: "snapshot-controller",
  addedWhen:
    "A VolumeGroupSnapshot is bound to a content with policy Delete. It stands on the VolumeGroupSnapshot.",
  removedWhen: "once the VolumeGroupSnapshotContent is gone",
  ifForced: "the snapshots of the group stay in the backend",
  safety: "loses-data",
  check: "The content of the group, and its snapshots in the backend, are gone.",
  since: "external-snapshotter 7",
  sources: ["kubernetes-csi/external-snapshotter pkg/utils/util.go, v8.6"],
});
