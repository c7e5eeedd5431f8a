import type { KnownErrors } from "./known.ts";

/** LINSTOR. */
export const linstor: KnownErrors = {
  drivers: ["linstor.csi.linbit.com"],
  source: "piraeusdatastore/linstor-csi v1.12.0",
  errors: [
    {
      says: /failed to attach resource with no deployed replica/,
      subject: "the LINSTOR resource",
      cause: "has no replica on any node",
      mends: { who: "backend", how: "look at the resource with `linstor resource list`" },
      retry: "after",
      where: "pkg/client/linstor.go Attach",
    },
    {
      says: /two other resources already InUse/,
      subject: "the disk",
      cause: "is in use on two other nodes",
      mends: { who: "backend", how: "find out which pods use it there" },
      retry: "after",
      where: "pkg/client/linstor.go Attach",
    },
    {
      says: /failed to set source device readwrite/,
      subject: "the DRBD device",
      cause: "cannot be opened for writing on this node: most often another node has it as Primary",
      mends: { who: "node", how: "look with drbdadm status which node that is, and end the use there" },
      retry: "after",
      where: "pkg/client/linstor.go Mount; piraeusdatastore/piraeus-operator#1031",
    },
    {
      says: /NFS export not enabled/,
      subject: "the StorageClass",
      cause: "has no NFS export, which ReadWriteMany needs",
      mends: { who: "cluster", how: "use a class with NFS export" },
      retry: "never",
      where: "pkg/driver/driver.go",
    },
    {
      says: /is still the base of a newer incremental backup/,
      subject: "the backup",
      cause: "is the base of a newer one",
      mends: { who: "owner", how: "delete the newer backup first" },
      retry: "after",
      where: "pkg/client/linstor.go",
    },
    {
      says: /unsupported access mode/,
      subject: "the claim",
      cause: "requests an access mode that LINSTOR does not have",
      mends: { who: "owner", how: "recreate the claim with another access mode" },
      retry: "never",
      where: "pkg/driver/driver.go",
    },
    {
      says: /storage only support expand does not support reduce/,
      subject: "the claim",
      cause: "requests less than the disk has",
      mends: { who: "owner", how: "request at least the size of the disk" },
      retry: "never",
      where: "pkg/client/linstor.go",
    },
  ],
};
