import type { PersistentVolume } from "../kubernetes/index.ts";

/** The version, the length of the id of the Ceph cluster, that id, that of the pool or file system, and a uuid. */
const composed = /^([0-9a-f]{4}-[0-9a-f]{4}-.+-[0-9a-f]{16})-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * The part of the handle that names the Ceph cluster with its pool or file system: ceph/ceph-csi internal/util/volid.go
 * ComposeCSIID, commit 52fcb7b0. `undefined` for a static volume: its handle says neither.
 */
export function poolOf({ spec }: PersistentVolume): string | undefined {
  return composed.exec(spec?.csi?.volumeHandle ?? "")?.[1];
}
