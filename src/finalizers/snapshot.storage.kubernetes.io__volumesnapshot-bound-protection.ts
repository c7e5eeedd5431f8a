import type { Cluster } from "../cluster/index.ts";
import {
  claimsFilledFrom,
  contentOf,
  finalizerNames,
  handlingOf,
  isVolumeBeingCreatedFromSnapshot,
  pointsBack,
} from "../controllers/index.ts";
import type { FoundHold } from "../define/index.ts";
import { blocked, couldNotRead, defineFinalizer, notToRemove, stuck, waiting } from "../define/index.ts";
import type { PersistentVolumeClaim, VolumeSnapshot, VolumeSnapshotContent } from "../kubernetes/index.ts";
import { isTerminating, nameOf, refOf, say } from "../kubernetes/index.ts";
import { nudge, restartSidecar } from "../remedies/index.ts";
import type { Avoid } from "../report/index.ts";
import { proof } from "../report/index.ts";
import { memberOfGroup, restoredClaim, withoutClass } from "./shared/snapshot.ts";

const finalizer = finalizerNames.snapshotBound;

export default defineFinalizer({
  finalizer,
  on: ["snapshot.storage.k8s.io/v1/volumesnapshots"],
  owner: "snapshot-controller",
  needs: [
    "snapshot.storage.k8s.io/v1/volumesnapshotcontents",
    "snapshot.storage.k8s.io/v1/volumesnapshotclasses",
    "v1/persistentvolumeclaims",
    "v1/persistentvolumes",
  ],
  sources: [
    "kubernetes-csi/external-snapshotter pkg/common-controller/snapshot_controller.go checkandRemoveSnapshotFinalizersAndCheckandDeleteContent, v8.6",
    "kubernetes-csi/external-snapshotter pkg/common-controller/snapshot_controller_base.go syncSnapshotByKey, checkAndUpdateSnapshotClass, v8.7",
  ],
  addedWhen: "The snapshot is bound to a content with deletion policy Delete.",
  releasedWhen:
    "The snapshot belongs to no group snapshot. In addition, its content no longer exists, or does not point back at the snapshot, or has policy Retain while no claim is being restored from the snapshot.",
  ifForced:
    "The content can lack its being-deleted annotation, stay Terminating permanently, and leave the snapshot in the storage backend.",
  manualRemoval: {
    safety: "loses-data",
    check: "Neither the VolumeSnapshotContent nor the snapshot in the storage backend exists.",
  },
  since: "external-snapshotter 2.0",
  reasons: {
    BoundSnapshotHasNoClass: stuck("The bound snapshot names no class, so it is not processed", {
      what: "The VolumeSnapshot names no VolumeSnapshotClass, and none can be chosen for it now. Its claim does not exist or is not Bound, or the driver has no default class, or has several.",
      why: "The snapshot-controller looks for the class before anything else, even when the snapshot is being deleted. It stops there, and keeps retrying.",
      whatToDo:
        "Name a class, which does not even have to exist: `kubectl patch volumesnapshots.snapshot.storage.k8s.io NAME -n NAMESPACE --type=merge`. The deletion then continues: with policy Delete, the driver deletes the snapshot.",
    }),
    BoundMemberOfGroup: blocked("The bound snapshot belongs to a group snapshot", {
      what: "The snapshot is a member of a VolumeGroupSnapshot. As long as the group exists, its members keep all their finalizers.",
      why: "A group is consistent only as a whole.",
      whatToDo:
        "A person must decide about the whole group: `kubectl delete volumegroupsnapshots.groupsnapshot.storage.k8s.io NAME -n NAMESPACE`.",
    }),
    ContentMustGoFirst: waiting("The snapshot's content must be deleted first", {
      what: "The VolumeSnapshotContent with policy Delete still exists.",
      why: "The content is deleted only after the driver has deleted the snapshot in the storage backend.",
      whatToDo:
        "Look at the content: `kubectl pvguard why volumesnapshotcontents.snapshot.storage.k8s.io/NAME`.",
    }),
    SnapshotBeingRestored: waiting("A claim is still being restored from the snapshot", {
      what: "The snapshot-controller removes no finalizer from a bound VolumeSnapshot while a Pending claim names it as its data source.",
      why: "The claim's volume is filled from the snapshot.",
      whatToDo: "Look at the claim that is being restored: `kubectl pvguard why pvc/NAME -n NAMESPACE`.",
    }),
    ContentNotDeletedYet: waiting("The snapshot's content is not being deleted yet", {
      what: "The snapshot-controller deletes the VolumeSnapshotContent with policy Delete once no Pending claim is being restored from the snapshot.",
      why: "A restore is in progress, or the snapshot-controller is not running.",
      whatToDo:
        "Look at the claim that is being restored: `kubectl pvguard why pvc/NAME -n NAMESPACE`. If there is none, check that the snapshot-controller is running.",
    }),
  },
  holds(snapshot, cluster) {
    const handling = handlingOf(snapshot, cluster);
    if (handling.state === "unread") return couldNotRead(handling.unread);
    if (handling.state === "left alone")
      return { reason: "BoundSnapshotHasNoClass", ...withoutClass(snapshot) };
    const found = contentOf(snapshot, cluster);
    if (found.state === "unread") return couldNotRead(found.unread);
    if (found.state === "absent" || !pointsBack(found.object, snapshot)) return members(snapshot);
    const content = found.object;
    const deletes = content.spec?.deletionPolicy === "Delete";
    if (!deletes || !isTerminating(content)) {
      const told = deletes ? notDeletedYet(snapshot, content) : keptWhileRestored;
      const restoring = restores(snapshot, cluster, told);
      return restoring.length > 0 ? restoring : members(snapshot);
    }
    return {
      reason: "ContentMustGoFirst",
      holder: { object: refOf(content) },
      message: say`${nameOf(content)} with policy Delete must be deleted first`,
      ifDeleted: say`${nameOf(content)} with policy Delete would have to be deleted first`,
      evidence: [proof(content, "spec.deletionPolicy", "Delete")],
      avoid: strip(snapshot),
    };
  },
  idle: (snapshot) => [
    restartSidecar(snapshot, { controller: "snapshot-controller", driver: "the cluster" }),
    nudge(snapshot),
  ],
});

/** The group is checked before the content is deleted, or any finalizer removed: snapshot_controller.go, as above. */
function members(snapshot: VolumeSnapshot): readonly FoundHold<Reason>[] {
  if (snapshot.status?.volumeGroupSnapshotName === undefined) return [];
  return [{ reason: "BoundMemberOfGroup", ...memberOfGroup(snapshot) }];
}

type Reason = "BoundMemberOfGroup" | "ContentMustGoFirst" | "ContentNotDeletedYet" | "SnapshotBeingRestored";

function strip(snapshot: VolumeSnapshot): Avoid {
  return notToRemove(
    finalizer,
    snapshot,
    say`no controller would then tell the driver to delete the snapshot; it would remain in the storage backend, and the content would stay Terminating`,
  );
}

type Restore = Pick<FoundHold<Reason>, "reason" | "message" | "avoid">;

function notDeletedYet(
  snapshot: VolumeSnapshot,
  content: VolumeSnapshotContent,
): (claim: PersistentVolumeClaim) => Restore {
  return (claim) => ({
    reason: "ContentNotDeletedYet",
    message: say`${nameOf(content)} is deleted only after ${nameOf(claim)} has been restored or deleted`,
    avoid: strip(snapshot),
  });
}

function keptWhileRestored(claim: PersistentVolumeClaim): Restore {
  return {
    reason: "SnapshotBeingRestored",
    message: say`${nameOf(claim)} is being restored from the snapshot`,
  };
}

function restores(
  snapshot: VolumeSnapshot,
  cluster: Cluster,
  told: (claim: PersistentVolumeClaim) => Restore,
): readonly FoundHold<Reason | "CouldNotRead">[] {
  const claims = claimsFilledFrom(snapshot, cluster);
  if (!claims.read) return [couldNotRead(claims.unread)];
  return claims.items
    .filter((claim) => isVolumeBeingCreatedFromSnapshot(claim, snapshot))
    .map((claim) => ({
      ...told(claim),
      ...restoredClaim(claim, snapshot),
      evidence: [proof(claim, "status.phase", claim.status?.phase)],
    }));
}
