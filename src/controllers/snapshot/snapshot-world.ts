import {
  type Cluster,
  type Found,
  hasFinalizer,
  inNamespace,
  keyOf,
  type Listed,
  type PersistentVolumeClaim,
  type VolumeSnapshot,
  type VolumeSnapshotContent,
} from "../../model/index.ts";
import { pvcAsSource } from "../finalizer-names.ts";
import { claimsByDataSource, dataSourceKey, snapshotsBySourceClaim } from "../indexes/index.ts";
import { snapshotsThatUse } from "./source-claim.ts";

/** The content that a snapshot is bound to, or that was created for it and is not in its status yet. */
export function contentOf(snapshot: VolumeSnapshot, cluster: Cluster): Found<VolumeSnapshotContent> {
  const bound = snapshot.status?.boundVolumeSnapshotContentName ?? "";
  const { source } = snapshot.spec ?? {};
  if (bound === "" && source?.persistentVolumeClaimName === undefined) return { state: "absent" };
  const name = bound === "" ? `snapcontent-${snapshot.metadata.uid}` : bound;
  return cluster.get("snapshot.storage.k8s.io/v1/volumesnapshotcontents", name);
}

export function claimsRestoredFrom(
  snapshot: VolumeSnapshot,
  cluster: Cluster,
): Listed<PersistentVolumeClaim> {
  const { name, namespace = "" } = snapshot.metadata;
  const key = dataSourceKey({ kind: "VolumeSnapshot", namespace, name });
  return cluster.lookup(claimsByDataSource, key, inNamespace(namespace));
}

/** The claim whose finalizer is removed before this snapshot is deleted; absent if there is none, or others use it. */
export function sourceClaimToRelease(
  snapshot: VolumeSnapshot,
  cluster: Cluster,
): Found<PersistentVolumeClaim> {
  const name = snapshot.spec?.source?.persistentVolumeClaimName;
  const { namespace = "" } = snapshot.metadata;
  if (name === undefined) return { state: "absent" };
  const claim = cluster.get("v1/persistentvolumeclaims", name, namespace);
  if (claim.state !== "found" || !hasFinalizer(claim.object, pvcAsSource)) {
    return claim.state === "unread" ? claim : { state: "absent" };
  }
  const snapshots = cluster.lookup(snapshotsBySourceClaim, keyOf(namespace, name), inNamespace(namespace));
  if (!snapshots.read) return { state: "unread", unread: snapshots.unread };
  const others = snapshotsThatUse(claim.object, snapshots.items, snapshot);
  return others.length > 0 ? { state: "absent" } : claim;
}
