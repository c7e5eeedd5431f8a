import { finalizerNames } from "../controllers/index.ts";
import { blocked, defineFinalizer } from "../define/index.ts";
import { memberOfGroup } from "./shared/snapshot.ts";

export default defineFinalizer({
  finalizer: finalizerNames.snapshotInGroup,
  on: ["snapshot.storage.k8s.io/v1/volumesnapshots"],
  owner: "snapshot-controller",
  sources: ["kubernetes-csi/external-snapshotter pkg/common-controller/snapshot_controller.go, v8.6"],
  addedWhen: "The snapshot is created as a member of a VolumeGroupSnapshot.",
  releasedWhen: "The VolumeGroupSnapshot object has been deleted.",
  ifForced:
    "The group is left with a member missing, and the member's data can remain in the storage backend.",
  manualRemoval: {
    safety: "loses-data",
    check: "Neither the VolumeGroupSnapshot nor the snapshot in the storage backend exists.",
  },
  since: "external-snapshotter 8",
  reasons: {
    MemberOfGroup: blocked("The snapshot is deleted only with its group snapshot", {
      what: "The snapshot is a member of a VolumeGroupSnapshot that still exists, as far as pvguard can tell. pvguard does not read that kind.",
      why: "A group is consistent only as a whole.",
      whatToDo:
        "A person must decide about the whole group: `kubectl get volumegroupsnapshots.groupsnapshot.storage.k8s.io -n NAMESPACE`.",
    }),
  },
  holds: (snapshot) => ({ reason: "MemberOfGroup", ...memberOfGroup(snapshot) }),
});
