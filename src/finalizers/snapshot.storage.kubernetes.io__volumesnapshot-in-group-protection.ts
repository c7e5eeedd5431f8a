import { finalizerNames } from "../controllers/index.ts";
import { defineFinalizer } from "../engine/index.ts";
import { type ObjectRef, proof, refOf, say, type VolumeSnapshot } from "../model/index.ts";

export default defineFinalizer({
  finalizer: finalizerNames.snapshotInGroup,
  on: ["snapshot.storage.k8s.io/v1/volumesnapshots"],
  owner: "snapshot-controller",
  needs: [],
  sources: ["kubernetes-csi/external-snapshotter pkg/common-controller/snapshot_controller.go, v8.6"],
  addedWhen: "The snapshot is made as a member of a VolumeGroupSnapshot.",
  releasedWhen: "The VolumeGroupSnapshot object is gone.",
  ifForced: "The group is left with a member missing, and the member's data can stay in the backend.",
  manualRemoval: {
    safety: "loses-data",
    check: "The VolumeGroupSnapshot is gone, and so is the snapshot in the backend.",
  },
  since: "external-snapshotter 8",
  reasons: {
    MemberOfGroup: {
      title: "A member goes only with its group snapshot",
      category: "blocked",
      what: "The snapshot is a member of a VolumeGroupSnapshot that still exists, as far as pvguard can tell: it does not read that kind.",
      why: "A group is consistent only as a whole.",
      whatToDo:
        "A person must decide about the whole group: `kubectl get volumegroupsnapshots.groupsnapshot.storage.k8s.io -n NAMESPACE`.",
    },
  },
  holds(snapshot) {
    const group = groupOf(snapshot);
    return [
      {
        reason: "MemberOfGroup",
        holder: { object: group },
        message: say`it is a member of volumegroupsnapshot/${group.name}, and goes only with it`,
        evidence: [
          proof(refOf(snapshot), "status.volumeGroupSnapshotName", snapshot.status?.volumeGroupSnapshotName),
        ],
      },
    ];
  },
});

function groupOf(snapshot: VolumeSnapshot): ObjectRef {
  return {
    apiVersion: "groupsnapshot.storage.k8s.io/v1",
    kind: "VolumeGroupSnapshot",
    namespace: snapshot.metadata.namespace ?? "",
    name: snapshot.status?.volumeGroupSnapshotName ?? "of unknown name",
  };
}
