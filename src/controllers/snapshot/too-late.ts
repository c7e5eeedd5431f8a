import {
  type Cluster,
  inNamespace,
  isTerminating,
  keyOf,
  type PersistentVolumeClaim,
  type VolumeSnapshot,
} from "../../model/index.ts";
import { snapshotsBySourceClaim } from "../indexes/index.ts";
import { canBeHeld } from "./live.ts";
import { isSnapshotReady } from "./source-claim.ts";

/**
 * The snapshots of a claim that were asked for when it was being deleted already: they are never taken. None where
 * snapshots were not read.
 * kubernetes-csi/external-snapshotter pkg/common-controller/snapshot_controller.go createSnapshotContent,
 * ensurePVCFinalizer, v8.6.
 */
export function snapshotsTooLate(claim: PersistentVolumeClaim, cluster: Cluster): readonly VolumeSnapshot[] {
  // Snapshots are not read for this alone: many users may not read them.
  if (canBeHeld(claim) || cluster.serves("snapshot.storage.k8s.io/v1/volumesnapshots") !== "yes") return [];
  const { name, namespace = "" } = claim.metadata;
  const found = cluster.lookup(snapshotsBySourceClaim, keyOf(namespace, name), inNamespace(namespace));
  if (!found.read) return [];
  return found.items.filter(
    (snapshot) =>
      !isTerminating(snapshot) &&
      !isSnapshotReady(snapshot) &&
      (snapshot.status?.boundVolumeSnapshotContentName ?? "") === "",
  );
}
