import {
  claimsFilledFrom,
  contentOf,
  finalizerNames,
  handlingOf,
  processDeletedSnapshot,
} from "../controllers/index.ts";
import { blocked, couldNotRead, defineFinalizer, stuck } from "../define/index.ts";
import { nudge, restartSidecar } from "../remedies/index.ts";
import { memberOfGroup, restoringHold, withoutClass } from "./shared/snapshot.ts";

const finalizer = finalizerNames.snapshotAsSource;

export default defineFinalizer({
  finalizer,
  on: ["snapshot.storage.k8s.io/v1/volumesnapshots"],
  owner: "snapshot-controller",
  needs: [
    "v1/persistentvolumeclaims",
    "v1/persistentvolumes",
    "snapshot.storage.k8s.io/v1/volumesnapshotcontents",
    "snapshot.storage.k8s.io/v1/volumesnapshotclasses",
  ],
  sources: [
    "kubernetes-csi/external-snapshotter pkg/common-controller/snapshot_controller.go processSnapshotWithDeletionTimestamp, v8.6",
    "kubernetes-csi/external-snapshotter pkg/common-controller/snapshot_controller_base.go syncSnapshotByKey, checkAndUpdateSnapshotClass, v8.7",
  ],
  addedWhen: "Always: every VolumeSnapshot has it.",
  releasedWhen:
    "The snapshot is being deleted, no Pending claim in its namespace is being restored from it, and it belongs to no group snapshot.",
  ifForced:
    "A restore can lose its source before it finishes, and the snapshot's content can be left behind as an orphan.",
  manualRemoval: {
    safety: "risky",
    check:
      "No Pending claim is being restored from the snapshot, and the snapshot's content no longer exists or is to be kept.",
  },
  since: "external-snapshotter 2.0",
  reasons: {
    SnapshotHasNoClass: stuck("The snapshot names no class, so it is not processed", {
      what: "The VolumeSnapshot names no VolumeSnapshotClass, and none can be chosen for it now. Its claim does not exist or is not Bound, or the driver has no default class, or has several.",
      why: "The snapshot-controller looks for the class before anything else, even when the snapshot is being deleted. It stops there, and keeps retrying.",
      whatToDo:
        "Name a class, which does not even have to exist: `kubectl patch volumesnapshots.snapshot.storage.k8s.io NAME -n NAMESPACE --type=merge`. The deletion then continues: with policy Delete, the driver deletes the snapshot.",
    }),
    RestoreInProgress: blocked("A restore from the snapshot is in progress", {
      what: "A Pending claim of the same namespace has the snapshot as its dataSource.",
      why: "The snapshot-controller waits for the claim, with the event SnapshotDeletePending.",
      whatToDo:
        "Look at that claim: `kubectl pvguard why pvc/NAME -n NAMESPACE`. If the claim is not needed, delete it: it has no data yet.",
    }),
    GroupSnapshotHoldsMember: blocked("The snapshot belongs to a group snapshot", {
      what: "The snapshot is a member of a VolumeGroupSnapshot, and members are deleted only with their group.",
      why: "A group is consistent only as a whole.",
      whatToDo:
        "A person must decide about the whole group: `kubectl delete volumegroupsnapshots.groupsnapshot.storage.k8s.io NAME -n NAMESPACE`.",
    }),
  },
  holds(snapshot, cluster) {
    const handling = handlingOf(snapshot, cluster);
    if (handling.state === "unread") return couldNotRead(handling.unread);
    if (handling.state === "left alone") return { reason: "SnapshotHasNoClass", ...withoutClass(snapshot) };
    const content = contentOf(snapshot, cluster);
    if (content.state === "unread") return couldNotRead(content.unread);
    const claims = claimsFilledFrom(snapshot, cluster);
    if (!claims.read) return couldNotRead(claims.unread);
    const outcome = processDeletedSnapshot(snapshot, {
      content: content.state === "found" ? content.object : "missing",
      claims: claims.items,
      group: snapshot.status?.volumeGroupSnapshotName === undefined ? "none" : "exists",
    });
    if (outcome.result !== "wait") return [];
    if (outcome.because === "restore")
      return outcome.claims.map((claim) => restoringHold("RestoreInProgress", claim, snapshot, finalizer));
    return { reason: "GroupSnapshotHoldsMember", ...memberOfGroup(snapshot) };
  },
  idle: (snapshot) => [
    restartSidecar(snapshot, { controller: "snapshot-controller", driver: "the cluster" }),
    nudge(snapshot),
  ],
});
