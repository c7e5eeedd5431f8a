import {
  claimsByDataSource,
  contentOf,
  dataSourceKey,
  finalizerNames,
  handlingOf,
  isVolumeBeingCreatedFromSnapshot,
  pointsBack,
} from "../controllers/index.ts";
import { couldNotRead, defineFinalizer, type FoundHold, nameOf, notToRemove } from "../engine/index.ts";
import {
  type Avoid,
  type Cluster,
  inNamespace,
  isTerminating,
  type PersistentVolumeClaim,
  proof,
  refOf,
  say,
  type VolumeSnapshot,
  type VolumeSnapshotContent,
} from "../model/index.ts";
import { memberOfGroup } from "./shared/member-of-group.ts";
import { restoredClaim } from "./shared/restore.ts";
import { withoutClass } from "./shared/snapshot-class/without-class.ts";

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
    "Its content is gone, or has policy Retain and no claim is being restored from it, or does not point back at the snapshot; and it belongs to no group snapshot.",
  ifForced:
    "The content can lack its being-deleted annotation, stay Terminating for ever, and leave the snapshot in the backend.",
  manualRemoval: {
    safety: "loses-data",
    check: "The VolumeSnapshotContent is gone, and so is the snapshot in the backend.",
  },
  since: "external-snapshotter 2.0",
  reasons: {
    BoundSnapshotHasNoClass: {
      title: "The bound snapshot names no class, so its deletion is not even begun",
      category: "stuck",
      what: "The VolumeSnapshot names no VolumeSnapshotClass, and none can be chosen for it any more: its claim is gone or not Bound, or the driver has no default class, or several.",
      why: "The snapshot-controller looks for the class before anything else, also when the snapshot is being deleted. It stops there, and tries again for ever.",
      whatToDo:
        "Name a class; it need not even exist: `kubectl patch volumesnapshots.snapshot.storage.k8s.io NAME -n NAMESPACE --type=merge`. The deletion then goes on: with policy Delete the driver deletes the snapshot.",
    },
    BoundMemberOfGroup: {
      title: "The bound snapshot belongs to a group snapshot",
      category: "blocked",
      what: "The snapshot is a member of a VolumeGroupSnapshot. As long as that is there, its members keep all their finalizers.",
      why: "A group is consistent only as a whole.",
      whatToDo:
        "A person must decide about the whole group: `kubectl delete volumegroupsnapshots.groupsnapshot.storage.k8s.io NAME -n NAMESPACE`.",
    },
    ContentMustGoFirst: {
      title: "The snapshot's content must go first",
      category: "waiting",
      what: "The VolumeSnapshotContent with policy Delete still exists.",
      why: "It is deleted only after the driver has deleted the snapshot in the backend.",
      whatToDo:
        "Look at the content: `kubectl pvguard why volumesnapshotcontents.snapshot.storage.k8s.io/NAME`.",
    },
    SnapshotBeingRestored: {
      title: "A claim is still being restored from the snapshot",
      category: "waiting",
      what: "The snapshot-controller takes no finalizer from a bound VolumeSnapshot while a Pending claim names it as its data source.",
      why: "The claim's volume is filled from the snapshot.",
      whatToDo: "Look at the claim that is restored: `kubectl pvguard why pvc/NAME -n NAMESPACE`.",
    },
    ContentNotDeletedYet: {
      title: "The snapshot's content is not even deleted yet",
      category: "waiting",
      what: "The snapshot-controller deletes the VolumeSnapshotContent with policy Delete once no Pending claim is restored from the snapshot.",
      why: "A restore is in progress, or the snapshot-controller does not run.",
      whatToDo:
        "Look at the claim that is restored: `kubectl pvguard why pvc/NAME -n NAMESPACE`. Without one, a person must see that the snapshot-controller runs.",
    },
  },
  holds(snapshot, cluster) {
    const handling = handlingOf(snapshot, cluster);
    if (handling.state === "unread") return [couldNotRead(handling.unread)];
    if (handling.state === "left alone")
      return [{ reason: "BoundSnapshotHasNoClass", ...withoutClass(snapshot) }];
    const found = contentOf(snapshot, cluster);
    if (found.state === "unread") return [couldNotRead(found.unread)];
    if (found.state === "absent" || !pointsBack(found.object, snapshot)) return members(snapshot);
    const content = found.object;
    const deletes = content.spec?.deletionPolicy === "Delete";
    if (!deletes || !isTerminating(content)) {
      const told = deletes ? notDeletedYet(snapshot, content) : keptWhileRestored;
      const restoring = restores(snapshot, cluster, told);
      return restoring.length > 0 ? restoring : members(snapshot);
    }
    return [
      {
        reason: "ContentMustGoFirst",
        holder: { object: refOf(content) },
        message: say`${nameOf(refOf(content))} with policy Delete must go first`,
        ifDeleted: say`${nameOf(refOf(content))} with policy Delete would have to go first`,
        evidence: [proof(refOf(content), "spec.deletionPolicy", "Delete")],
        avoid: [strip(snapshot)],
      },
    ];
  },
  idle: (snapshot) => [
    {
      remedy: "restart-sidecar",
      on: refOf(snapshot),
      using: { controller: "snapshot-controller", driver: "the cluster" },
    },
    { remedy: "nudge", on: refOf(snapshot) },
  ],
});

/** The same file: the group is looked at before the content is deleted, or any finalizer taken. */
function members(snapshot: VolumeSnapshot): readonly FoundHold<Reason>[] {
  const member = memberOfGroup(snapshot);
  return member === undefined ? [] : [{ reason: "BoundMemberOfGroup", ...member }];
}

type Reason = "BoundMemberOfGroup" | "ContentMustGoFirst" | "ContentNotDeletedYet" | "SnapshotBeingRestored";

function strip(snapshot: VolumeSnapshot): Avoid {
  return notToRemove(
    finalizer,
    snapshot,
    say`nobody would then tell the driver to delete the snapshot in the backend: it stays there, and the content stays Terminating`,
  );
}

type Restore = Pick<FoundHold<Reason>, "reason" | "message" | "avoid">;

function notDeletedYet(
  snapshot: VolumeSnapshot,
  content: VolumeSnapshotContent,
): (claim: PersistentVolumeClaim) => Restore {
  return (claim) => ({
    reason: "ContentNotDeletedYet",
    message: say`${nameOf(refOf(content))} is deleted only when ${nameOf(refOf(claim))} is restored, or gone`,
    avoid: [strip(snapshot)],
  });
}

function keptWhileRestored(claim: PersistentVolumeClaim): Restore {
  return {
    reason: "SnapshotBeingRestored",
    message: say`${nameOf(refOf(claim))} is being restored from it`,
  };
}

function restores(
  snapshot: VolumeSnapshot,
  cluster: Cluster,
  told: (claim: PersistentVolumeClaim) => Restore,
): readonly FoundHold<Reason | "CouldNotRead">[] {
  const { name, namespace = "" } = snapshot.metadata;
  const key = dataSourceKey({ kind: "VolumeSnapshot", namespace, name });
  const claims = cluster.lookup(claimsByDataSource, key, inNamespace(namespace));
  if (!claims.read) return [couldNotRead(claims.unread)];
  return claims.items
    .filter((claim) => isVolumeBeingCreatedFromSnapshot(claim, snapshot))
    .map((claim) => ({
      ...told(claim),
      ...restoredClaim(claim, snapshot),
      evidence: [proof(refOf(claim), "status.phase", claim.status?.phase)],
    }));
}
