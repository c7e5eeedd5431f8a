import {
  defineController,
  everywhere,
  hasFinalizer,
  isTerminating,
  nothing,
  type PersistentVolumeClaim,
  refOf,
  type VolumeSnapshot,
} from "../model/index.ts";
import { type DataSource, dataSourcesOf } from "./data-source.ts";
import { act, unknown, waitForAll } from "./decision.ts";
import { restoreSourceProtection as finalizer } from "./finalizer-names.ts";
import { claimsByDataSource, dataSourceKey } from "./indexes/index.ts";
import { removeFinalizer } from "./protection.ts";

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
  return !hasFinalizer(snapshot, finalizer) || snapshot.status?.readyToUse !== true;
}

export const restoreSource = defineController({
  name: "external-provisioner",
  on: "snapshot.storage.k8s.io/v1/volumesnapshots",
  sources: [
    "kubernetes-csi/external-provisioner pkg/controller/snapshot_finalizer_controller.go sweepOrphanedFinalizers, v6.3",
  ],
  decide(snapshot, cluster) {
    if (!hasFinalizer(snapshot, finalizer)) return nothing;
    const { name, namespace = "" } = snapshot.metadata;
    const key = dataSourceKey({ kind: "VolumeSnapshot", namespace, name });
    const claims = cluster.lookup(claimsByDataSource, key, everywhere);
    if (!claims.read) return unknown(claims);
    const pending = claims.items.filter((claim) => isRestoreInProgress(claim, snapshot));
    if (pending.length > 0) {
      return waitForAll(pending.map(refOf));
    }
    return act(removeFinalizer(snapshot, finalizer));
  },
});
