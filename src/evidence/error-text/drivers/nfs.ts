import type { KnownErrors } from "./known.ts";

/** csi-driver-nfs. */
export const nfs: KnownErrors = {
  drivers: ["nfs.csi.k8s.io"],
  source: "kubernetes-csi/csi-driver-nfs v4.13.0",
  errors: [
    {
      says: /failed to mount nfs server/,
      subject: "the NFS server",
      cause: "could not be mounted by the controller of the driver",
      mends: { who: "backend", how: "check the server, its export and the network from that pod" },
      retry: "after",
      where: "pkg/nfs/controllerserver.go CreateVolume, DeleteVolume",
    },
    {
      says: /failed to delete archived subdirectory/,
      subject: "an old archived directory",
      cause: "cannot be removed on the server",
      mends: { who: "backend", how: "check its permissions on the server" },
      retry: "after",
      where: "pkg/nfs/controllerserver.go DeleteVolume",
    },
    {
      says: /block volume capability not supported/,
      subject: "the driver",
      cause: "has no block volumes",
      mends: { who: "owner", how: "recreate the claim with volumeMode Filesystem" },
      retry: "never",
      where: "pkg/nfs/controllerserver.go",
    },
    {
      says: /path contains directory traversal sequence/,
      subject: "the path in the StorageClass or the volume",
      cause: "leaves the share",
      mends: { who: "cluster", how: "correct the path" },
      retry: "never",
      where: "pkg/nfs",
    },
  ],
};
