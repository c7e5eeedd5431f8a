import type { Cluster, Listed, Walked } from "../../cluster/index.ts";
import { inNamespace } from "../../cluster/index.ts";
import type { KubeObject, VolumeSnapshot } from "../../kubernetes/index.ts";
import { keyOf } from "../../kubernetes/index.ts";
import { handleKey } from "../objects/volume-source.ts";
import { indexOn } from "./define.ts";

/** Key: namespace and name of the claim that a snapshot was, or is to be, taken of. */
export const snapshotsBySourceClaim = indexOn("snapshot.storage.k8s.io/v1/volumesnapshots")(
  "snapshots-by-source-claim",
  ({ metadata, spec }) => {
    const claim = spec?.source?.persistentVolumeClaimName;
    return claim === undefined ? [] : [keyOf(metadata.namespace ?? "", claim)];
  },
);

/** The snapshots that were, or are to be, taken of a claim. */
export function snapshotsOfClaim(
  { metadata }: { readonly metadata: Pick<KubeObject["metadata"], "name" | "namespace"> },
  cluster: Cluster,
): Listed<VolumeSnapshot> {
  const { name, namespace = "" } = metadata;
  return cluster.lookup(snapshotsBySourceClaim, keyOf(namespace, name), inNamespace(namespace));
}

/** As `snapshotsOfClaim`, for a caller that needs only some of them. */
export function eachSnapshotOfClaim(
  { metadata }: { readonly metadata: Pick<KubeObject["metadata"], "name" | "namespace"> },
  cluster: Cluster,
): Walked<VolumeSnapshot> {
  const { name, namespace = "" } = metadata;
  return cluster.walkWith(snapshotsBySourceClaim, keyOf(namespace, name), inNamespace(namespace));
}

const onContents = indexOn("snapshot.storage.k8s.io/v1/volumesnapshotcontents");

/** Key: namespace and name of `spec.volumeSnapshotRef`, whatever its uid. */
export const contentsBySnapshot = onContents("contents-by-snapshot", ({ spec }) => {
  const snapshot = spec?.volumeSnapshotRef;
  return snapshot === undefined ? [] : [keyOf(snapshot.namespace ?? "", snapshot.name ?? "")];
});

/** Key: the driver, and its handle for the snapshot. */
export const contentsByHandle = onContents("contents-by-handle", ({ spec, status }) => {
  const handle = status?.snapshotHandle ?? spec?.source?.snapshotHandle;
  return handle === undefined || spec?.driver === undefined ? [] : [handleKey(spec.driver, handle)];
});

/** Key: the driver, and its handle for the volume that the snapshot was, or is to be, taken of. */
export const contentsByVolume = onContents("contents-by-volume", ({ spec }) => {
  const handle = spec?.source?.volumeHandle;
  return handle === undefined || spec?.driver === undefined ? [] : [handleKey(spec.driver, handle)];
});

/**
 * Key: the driver, and a part of its handle for the snapshot, in lower case: some drivers name the disk there. As
 * longhorn/longhorn-manager csi/controller_server.go encodeSnapshotID (`snap://VOLUME/SNAPSHOT`), v1.9, openebs/zfs-localpv
 * pkg/driver/controller.go CreateSnapshot (`VOLUME@SNAPSHOT`), v2.7.
 */
export const contentsByHandlePart = onContents("contents-by-handle-part", ({ spec, status }) => {
  const handle = status?.snapshotHandle ?? spec?.source?.snapshotHandle;
  if (handle === undefined) return [];
  const parts = handle.toLowerCase().split(/[/@#:]+/);
  return [...new Set(parts.filter((part) => part !== ""))].map((part) => keyOf(spec?.driver ?? "", part));
});
