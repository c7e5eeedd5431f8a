import type { PersistentVolumeClaim, VolumeSnapshot, VolumeSnapshotContent } from "../../kubernetes/index.ts";
import { hasFinalizer, isTerminating } from "../../kubernetes/index.ts";
import { snapshotAsSource, snapshotBound, snapshotInGroup } from "../finalizer-names.ts";

/** What the snapshot controller does with a deleted snapshot. */
export type SnapshotDeletion =
  | { readonly result: "nothing" }
  | {
      readonly result: "wait";
      readonly because: "restore";
      readonly claims: readonly PersistentVolumeClaim[];
    }
  | { readonly result: "wait"; readonly because: "group" }
  | {
      readonly result: "release";
      /** `annotate`: tell the sidecar that it may delete. `delete`: that, and delete the content. */
      readonly content: "leave" | "annotate" | "delete";
      readonly finalizers: readonly string[];
    };

export interface SnapshotDeletionFacts {
  /** The content, whether or not it points back. */
  readonly content: VolumeSnapshotContent | "missing";
  /** Claims of the namespace that could be restored from the snapshot. */
  readonly claims: readonly PersistentVolumeClaim[];
  readonly group: "none" | "exists" | "gone";
}

/** kubernetes-csi/external-snapshotter pkg/utils/util.go IsSnapshotDeletionCandidate, v8.6. */
export function isSnapshotDeletionCandidate(snapshot: VolumeSnapshot): boolean {
  return (
    isTerminating(snapshot) &&
    (hasFinalizer(snapshot, snapshotAsSource) || hasFinalizer(snapshot, snapshotBound))
  );
}

/** A content that does not point back counts as absent. The same file, IsVolumeSnapshotRefSet. */
export function pointsBack(content: VolumeSnapshotContent, snapshot: VolumeSnapshot): boolean {
  const ref = content.spec?.volumeSnapshotRef;
  const { name, namespace, uid } = snapshot.metadata;
  return ref?.name === name && ref.namespace === namespace && ref.uid === uid;
}

/**
 * Claims that are restored from the snapshot: of its own namespace, by `dataSource` alone, and Pending.
 * kubernetes-csi/external-snapshotter pkg/common-controller/snapshot_controller.go isVolumeBeingCreatedFromSnapshot.
 */
export function isVolumeBeingCreatedFromSnapshot(
  claim: PersistentVolumeClaim,
  snapshot: VolumeSnapshot,
): boolean {
  const { dataSource } = claim.spec ?? {};
  return (
    claim.metadata.namespace === snapshot.metadata.namespace &&
    dataSource?.kind === "VolumeSnapshot" &&
    dataSource.apiGroup === "snapshot.storage.k8s.io" &&
    dataSource.name === snapshot.metadata.name &&
    claim.status?.phase === "Pending"
  );
}

/** The same file, processSnapshotWithDeletionTimestamp, checkandRemoveSnapshotFinalizersAndCheckandDeleteContent. */
export function processDeletedSnapshot(
  snapshot: VolumeSnapshot,
  { content, claims, group }: SnapshotDeletionFacts,
): SnapshotDeletion {
  if (!isSnapshotDeletionCandidate(snapshot)) return { result: "nothing" };
  const own = content !== "missing" && pointsBack(content, snapshot) ? content : undefined;
  const restoring = claims.filter((claim) => isVolumeBeingCreatedFromSnapshot(claim, snapshot));
  if (own !== undefined && restoring.length > 0) {
    return { result: "wait", because: "restore", claims: restoring };
  }
  if (group === "exists") return { result: "wait", because: "group" };
  const deletes = own?.spec?.deletionPolicy === "Delete";
  const wanted = [
    snapshotAsSource,
    ...(deletes ? [] : [snapshotBound]),
    ...(group === "gone" ? [snapshotInGroup] : []),
  ];
  return {
    result: "release",
    content: own === undefined ? "leave" : deletes ? "delete" : "annotate",
    finalizers: wanted.filter((finalizer) => hasFinalizer(snapshot, finalizer)),
  };
}

/**
 * The finalizers that a live snapshot gets. The same file, checkandAddSnapshotFinalizers.
 */
export function finalizersToAdd(
  snapshot: VolumeSnapshot,
  content: VolumeSnapshotContent | "missing",
): readonly string[] {
  if (isTerminating(snapshot)) return [];
  const isBound = (snapshot.status?.boundVolumeSnapshotContentName ?? "") !== "";
  const deletes =
    content !== "missing" && pointsBack(content, snapshot) && content.spec?.deletionPolicy === "Delete";
  return [snapshotAsSource, ...(isBound && deletes ? [snapshotBound] : [])].filter(
    (finalizer) => !hasFinalizer(snapshot, finalizer),
  );
}
