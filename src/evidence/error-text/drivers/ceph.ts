import type { KnownErrors } from "./known.ts";

/** Ceph RBD and CephFS. */
export const ceph: KnownErrors = {
  drivers: ["rbd.csi.ceph.com", "cephfs.csi.ceph.com"],
  source: "ceph/ceph-csi (of 2024-10-22)",
  errors: [
    {
      says: /subvolume group '?\S+'? does not exist/,
      subject: "the subvolume group of CephFS that the driver uses",
      cause: "does not exist in this file system",
      mends: {
        who: "backend",
        how: "create it with `ceph fs subvolumegroup create FS csi`, or correct fsName",
      },
      retry: "after",
      where: "ceph/ceph src/pybind/mgr/volumes/fs/operations/group.py open_group",
    },
    {
      says: /desc = (?:Failed as )?volume not found/i,
      subject: "ceph-csi",
      cause: "does not find the file system, or the subvolume in it: it says the same of both",
      mends: { who: "cluster", how: "check fsName in the StorageClass, and `ceph fs ls`" },
      retry: "after",
      where:
        "internal/cephfs/core/filesystem.go GetFscID, internal/cephfs/errors/errors.go ErrVolumeNotFound",
    },
    {
      says: /rbd \S+ is still being used/,
      subject: "the RBD image",
      cause: "still has a watcher: a client has it open",
      mends: { who: "backend", how: "find that client with `rbd status`, and end its use there" },
      retry: "after",
      where: "internal/rbd/controllerserver.go DeleteVolume",
    },
    {
      says: /volume has snapshots/,
      subject: "the subvolume",
      cause: "still has snapshots",
      mends: { who: "backend", how: "delete the snapshots that are not needed" },
      retry: "after",
      where: "internal/cephfs/errors/errors.go ErrVolumeHasSnapshots",
    },
    {
      says: /flatten in progress/,
      subject: "a copy of the image",
      cause: "is still being separated from its parent",
      retry: "alone",
      where: "internal/rbd/errors.go ErrFlattenInProgress",
    },
    {
      says: /missing configuration of cluster ID|failed to fetch monitor list|missing configuration for cluster ID/,
      subject: "the configuration of ceph-csi",
      cause: "does not have the Ceph cluster of this volume",
      mends: { who: "cluster", how: "add the clusterID to the ConfigMap of ceph-csi" },
      retry: "after",
      where: "internal/rbd/errors.go ErrMissingConfigForMonitor",
    },
    {
      says: /pool not found/,
      subject: "the Ceph pool",
      cause: "does not exist; that says nothing about the image",
      mends: { who: "backend", how: "check the name of the pool, and the Ceph user of the driver" },
      retry: "after",
      where: "internal/util/errors.go ErrPoolNotFound",
    },
    {
      says: /image needs to be recreated/,
      subject: "the RBD image",
      cause: "is incomplete and will be created again",
      retry: "alone",
      where: "internal/rbd/errors.go ErrUnavailable",
    },
  ],
};
