import type { Cluster, Listed, Scope } from "../cluster/index.ts";
import { everywhere } from "../cluster/index.ts";
import type { PersistentVolumeClaim, VolumeSnapshot } from "../kubernetes/index.ts";
import { hasFinalizer, isTerminating } from "../kubernetes/index.ts";
import { defineController, nothing } from "./controller.ts";
import { act, removeFinalizer, unknown, waitForAll } from "./decision.ts";
import { cloningProtection, restoreSourceProtection } from "./finalizer-names.ts";
import type { DataSource } from "./indexes/claims.ts";
import { dataSourcesOf } from "./indexes/claims.ts";
import { claimsFilledFrom } from "./indexes/index.ts";
import { isDeletionCandidate } from "./protection.ts";

/**
 * Does `clone` keep its deleted source from going? Only `spec.dataSource` counts, and only phase Pending, by whatever
 * driver and for whatever reason it is Pending.
 * kubernetes-csi/external-provisioner pkg/controller/clone_controller.go syncClaim, v6.3.
 */
export function isCloneInProgress(clone: PersistentVolumeClaim, source: PersistentVolumeClaim): boolean {
  const { dataSource } = clone.spec ?? {};
  return (
    clone.metadata.namespace === source.metadata.namespace &&
    dataSource?.kind === "PersistentVolumeClaim" &&
    dataSource.name === source.metadata.name &&
    clone.status?.phase === "Pending"
  );
}

/**
 * Does the clone need its source alive? The provisioner begins no copy of a claim that is being deleted, however often it
 * tries; a clone that names its volume is bound to that, and not made.
 * kubernetes-csi/external-provisioner pkg/controller/controller.go getPVCSource, v6.3.
 */
export function isMadeByCopying(clone: PersistentVolumeClaim): boolean {
  return (clone.spec?.volumeName ?? "") === "";
}

/**
 * Is the source looked at at all? A live one keeps the finalizer permanently.
 * kubernetes-csi/external-provisioner pkg/controller/clone_controller.go enqueueClaimUpdate, v6.3.
 */
export function isCloneSourceChecked(source: PersistentVolumeClaim): boolean {
  return isDeletionCandidate(source, cloningProtection);
}

export const cloneProtection = defineController({
  name: "external-provisioner",
  on: "v1/persistentvolumeclaims",
  sources: ["kubernetes-csi/external-provisioner pkg/controller/clone_controller.go syncClaim, v6.3"],
  decide(source, cluster) {
    if (!isCloneSourceChecked(source)) return nothing;
    const clones = claimsFilledFrom(source, cluster);
    if (!clones.read) return unknown(clones);
    const pending = clones.items.filter((clone) => isCloneInProgress(clone, source));
    if (pending.length > 0) return waitForAll(pending);
    return act(removeFinalizer(source, cloningProtection));
  },
});

/**
 * The snapshot that a claim is restored from: `dataSource` comes before `dataSourceRef`, which may name another
 * namespace.
 * kubernetes-csi/external-provisioner pkg/controller/snapshot_finalizer_controller.go snapshotNameFromPVC, v6.3.
 */
export function restoredFrom(claim: PersistentVolumeClaim): DataSource | undefined {
  return dataSourcesOf(claim).find(
    ({ kind, apiGroup }) =>
      kind === "VolumeSnapshot" && (apiGroup === "" || apiGroup === "snapshot.storage.k8s.io"),
  );
}

/** Is the claim still being restored from this snapshot? The same file, buildPendingSnapshotIndex. */
export function isRestoreInProgress(claim: PersistentVolumeClaim, snapshot: VolumeSnapshot): boolean {
  const phase = claim.status?.phase ?? "";
  const source = restoredFrom(claim);
  return (
    (phase === "Pending" || phase === "") &&
    source?.name === snapshot.metadata.name &&
    source.namespace === snapshot.metadata.namespace
  );
}

/**
 * Will no attempt to restore the claim begin? The provisioner begins none from a snapshot that is being deleted, and
 * goes on with one only where its own finalizer says that it had begun. One that is not ready stays so: the
 * snapshot-controller no longer looks for that.
 * kubernetes-csi/external-provisioner pkg/controller/controller.go getSnapshotSource, v6.3.
 * kubernetes-csi/external-snapshotter pkg/common-controller/snapshot_controller.go syncSnapshot, v8.7.
 */
export function isRestoreTooLate(claim: PersistentVolumeClaim, snapshot: VolumeSnapshot): boolean {
  if (!isTerminating(snapshot) || (claim.spec?.volumeName ?? "") !== "") return false;
  return !hasFinalizer(snapshot, restoreSourceProtection) || snapshot.status?.readyToUse !== true;
}

export const restoreSource = defineController({
  name: "external-provisioner",
  on: "snapshot.storage.k8s.io/v1/volumesnapshots",
  sources: [
    "kubernetes-csi/external-provisioner pkg/controller/snapshot_finalizer_controller.go sweepOrphanedFinalizers, v6.3",
  ],
  decide(snapshot, cluster) {
    if (!hasFinalizer(snapshot, restoreSourceProtection)) return nothing;
    const claims = claimsFilledFrom(snapshot, cluster, everywhere);
    if (!claims.read) return unknown(claims);
    const pending = claims.items.filter((claim) => isRestoreInProgress(claim, snapshot));
    if (pending.length > 0) return waitForAll(pending);
    return act(removeFinalizer(snapshot, restoreSourceProtection));
  },
});

/**
 * Claims that have no volume yet and are to be filled from `source`. The provisioner asks for it by its name each time that
 * it tries, and begins nothing where it is gone or being deleted.
 * kubernetes-csi/external-provisioner pkg/controller/controller.go getSnapshotSource, getPVCSource, v6.3.
 */
export function claimsToFillFrom(
  source: PersistentVolumeClaim | VolumeSnapshot,
  cluster: Cluster,
  scope: Scope = everywhere,
): Listed<PersistentVolumeClaim> {
  const { name, namespace = "" } = source.metadata;
  const claims = claimsFilledFrom(source, cluster, scope);
  if (!claims.read) return claims;
  const names = (given: DataSource) =>
    given.name === name && given.namespace === namespace && isKnownGroup(given, source.kind);
  return {
    ...claims,
    items: claims.items.filter((claim) => isToBeFilled(claim) && dataSourcesOf(claim).some(names)),
  };
}

function isKnownGroup({ kind, apiGroup }: DataSource, wanted: string): boolean {
  return kind === wanted && (apiGroup === "" || apiGroup === "snapshot.storage.k8s.io");
}

function isToBeFilled(claim: PersistentVolumeClaim): boolean {
  const phase = claim.status?.phase ?? "";
  const hasVolume = (claim.spec?.volumeName ?? "") !== "";
  return !isTerminating(claim) && (phase === "Pending" || phase === "") && !hasVolume;
}
