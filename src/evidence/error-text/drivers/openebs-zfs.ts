import type { KnownErrors } from "./known.ts";

/** OpenEBS ZFS LocalPV. */
export const openebsZfs: KnownErrors = {
  drivers: ["zfs.csi.openebs.io"],
  source: "openebs/zfs-localpv 2.6.0",
  errors: [
    {
      says: /scheduler failed, node list is empty/,
      subject: "no node",
      cause: "has the ZFS pool and fits the topology of the StorageClass",
      mends: { who: "cluster", how: "check poolname and allowedTopologies of the StorageClass" },
      retry: "after",
      where: "pkg/driver/controller.go",
    },
    {
      says: /can not delete, volume creation is in progress/,
      subject: "the disk",
      cause: "is still being created",
      retry: "alone",
      where: "pkg/driver/controller.go DeleteVolume",
    },
    {
      says: /clone: ?volume size is not matching|clone volume size is not matching/,
      subject: "the claim",
      cause: "requests another size than its source has",
      mends: { who: "owner", how: "recreate the claim with the size of its source" },
      retry: "never",
      where: "pkg/driver/controller.go CreateVolClone",
    },
    {
      says: /clone: different pool src pool/,
      subject: "the StorageClass",
      cause: "has another pool than the source of the claim",
      mends: { who: "owner", how: "recreate the claim with a class of the same pool" },
      retry: "never",
      where: "pkg/driver/controller.go CreateVolClone",
    },
    {
      says: /not able to provision the volume/,
      subject: "no node",
      cause: "could create the disk in its ZFS pool",
      mends: { who: "node", how: "look at the ZFSVolume and at the pool of the node" },
      retry: "after",
      where: "pkg/driver/controller.go CreateZFSVolume",
    },
  ],
};
