import type { Cluster } from "../cluster/index.ts";
import {
  contentOf,
  finalizerNames,
  isSnapshotReady,
  keptBesides,
  snapshotsOfClaim,
} from "../controllers/index.ts";
import type { Dependent, Dependents } from "../define/index.ts";
import { defineDeletion, together } from "../define/index.ts";
import type { PersistentVolumeClaim, VolumeSnapshot } from "../kubernetes/index.ts";
import { hasFinalizer, nameOf, say, words, workloadKinds } from "../kubernetes/index.ts";

const group = "snapshot.storage.k8s.io/v1";

export default defineDeletion({
  name: "claim",
  on: ["v1/persistentvolumeclaims"],
  needs: [`${group}/volumesnapshots`, `${group}/volumesnapshotcontents`, "v1/pods", ...workloadKinds],
  sources: [
    "kubernetes-csi/external-snapshotter pkg/common-controller/snapshot_controller.go isPVCBeingUsed, createSnapshotContent, ensurePVCFinalizer, v8.6",
    "kubernetes/kubernetes pkg/controller/garbagecollector/garbagecollector.go attemptToDeleteItem, 1.36",
  ],
  told: "step by step",
  dependents(claim, cluster) {
    const snapshots = snapshotsOfClaim(claim, cluster);
    if (!snapshots.read) return { items: [], unread: [snapshots.unread] };
    return together(snapshots.items.map((snapshot) => ofSnapshot(snapshot, claim, cluster)));
  },
});

/** A ready one stays: where the disk is lost, it is told as its copy. */
function ofSnapshot(snapshot: VolumeSnapshot, claim: PersistentVolumeClaim, cluster: Cluster): Dependents {
  const { uid } = claim.metadata;
  const isOwned = snapshot.metadata.ownerReferences?.some((owner) => owner.uid === uid) ?? false;
  const kept = isOwned && uid !== undefined ? keptBesides(snapshot, [uid], cluster) : undefined;
  if (kept?.kept === "unread") return { items: [], unread: [kept.unread] };
  if (kept?.kept === "no") return one(collected(snapshot, claim));
  if (isSnapshotReady(snapshot)) return { items: [], unread: [] };
  const content = contentOf(snapshot, cluster);
  if (content.state === "unread") return { items: [], unread: [content.unread] };
  return one(unready(snapshot, claim, content.state === "found"));
}

function one(dependent: Dependent): Dependents {
  return { items: [dependent], unread: [] };
}

function collected(snapshot: VolumeSnapshot, claim: PersistentVolumeClaim): Dependent {
  const goes = say`the garbage collector deletes it when its only owner, ${nameOf(claim)}, no longer exists`;
  return { object: snapshot, reason: "DeletedWithIt", message: goes, goes, follows: true };
}

/** Nothing can be put on a claim that is being deleted, and without its finalizer there no content is created. */
function unready(snapshot: VolumeSnapshot, claim: PersistentVolumeClaim, isBegun: boolean): Dependent {
  const base = { object: snapshot, reason: "SnapshotNotReady" };
  if (hasFinalizer(claim, finalizerNames.pvcAsSource))
    return { ...base, message: words("it is not ready: the claim stays until it is ready or deleted") };
  const message = words("it is not ready, and does not keep the claim until it is");
  return isBegun
    ? { ...base, message }
    : {
        ...base,
        message,
        stops: {
          reason: "SnapshotNotTaken",
          message: words("it is not ready, and cannot be taken of a claim that is being deleted"),
        },
      };
}
