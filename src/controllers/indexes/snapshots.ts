import {
  type Cluster,
  type Index,
  inNamespace,
  type KubeObject,
  keyOf,
  type Listed,
  type VolumeSnapshot,
} from "../../model/index.ts";

/** Key: namespace and name of the claim that a snapshot was, or is to be, taken of. */
export const snapshotsBySourceClaim: Index<"snapshot.storage.k8s.io/v1/volumesnapshots"> = {
  name: "snapshots-by-source-claim",
  on: "snapshot.storage.k8s.io/v1/volumesnapshots",
  keys: (snapshot) => {
    const claim = snapshot.spec?.source?.persistentVolumeClaimName;
    return claim === undefined ? [] : [keyOf(snapshot.metadata.namespace ?? "", claim)];
  },
};

/** The snapshots that were, or are to be, taken of a claim. */
export function snapshotsOfClaim({ metadata }: KubeObject, cluster: Cluster): Listed<VolumeSnapshot> {
  const { name, namespace = "" } = metadata;
  return cluster.lookup(snapshotsBySourceClaim, keyOf(namespace, name), inNamespace(namespace));
}

/** Key: namespace and name of `spec.volumeSnapshotRef`, whatever its uid. */
export const contentsBySnapshot: Index<"snapshot.storage.k8s.io/v1/volumesnapshotcontents"> = {
  name: "contents-by-snapshot",
  on: "snapshot.storage.k8s.io/v1/volumesnapshotcontents",
  keys: (content) => {
    const snapshot = content.spec?.volumeSnapshotRef;
    return snapshot === undefined ? [] : [keyOf(snapshot.namespace ?? "", snapshot.name ?? "")];
  },
};

/** Key: the driver, and its handle for the snapshot. */
export const contentsByHandle: Index<"snapshot.storage.k8s.io/v1/volumesnapshotcontents"> = {
  name: "contents-by-handle",
  on: "snapshot.storage.k8s.io/v1/volumesnapshotcontents",
  keys: ({ spec, status }) => {
    const handle = status?.snapshotHandle ?? spec?.source?.snapshotHandle;
    return handle === undefined || spec?.driver === undefined ? [] : [keyOf(spec.driver, handle)];
  },
};
