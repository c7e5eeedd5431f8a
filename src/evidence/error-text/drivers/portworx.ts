import type { KnownErrors } from "./known.ts";

/** Portworx. */
export const portworx: KnownErrors = {
  drivers: ["pxd.portworx.com", "kubernetes.io/portworx-volume"],
  source: "libopenstorage/openstorage v10.0.96",
  errors: [
    {
      says: /[Aa]ttached on another node/,
      subject: "the volume",
      cause: "is attached on another node in Portworx, and only one node at a time may have it",
      mends: {
        who: "owner",
        how: "end the use of the volume on that node, or run the pods on one node",
      },
      retry: "after",
      where:
        "volume/volume.go ErrVolAttachedOnRemoteNode, ErrNonSharedVolAttachedOnRemoteNode; api/server/sdk/volume_node_ops.go Attach; libopenstorage/stork#726",
    },
    {
      says: /Unable to connect to SDK server/,
      subject: "Portworx",
      cause: "does not run on the node of the driver",
      mends: { who: "cluster", how: "check the pods of Portworx and `pxctl status` on that node" },
      retry: "after",
      where: "csi/controller.go, csi/node.go",
    },
    {
      says: /Resource has not been initialized/,
      subject: "Portworx",
      cause: "is still starting",
      retry: "alone",
      where: "api/server/sdk/volume_ops.go",
    },
    {
      says: /Timed out waiting for volume \S+ to be in ready state/,
      subject: "the volume",
      cause: "has not become ready in Portworx in time",
      mends: {
        who: "backend",
        how: "check the volume with `pxctl volume inspect`, and the state of the nodes",
      },
      retry: "alone",
      where: "api/server/sdk/volume_ops.go waitForVolumeReady",
    },
    {
      says: /is in the process of being deleted\. Timed out waiting for deletion/,
      subject: "an older volume of this name",
      cause: "is still being deleted in Portworx",
      retry: "alone",
      where: "api/server/sdk/volume_ops.go create",
    },
    {
      says: /Existing volume has (?:a size of|shared=|conflicting parent)/,
      subject: "another volume of this name",
      cause: "exists in Portworx and does not match",
      mends: { who: "backend", how: "delete that volume if it is not needed, or recreate the claim" },
      retry: "never",
      where: "api/server/sdk/volume_ops.go create",
    },
    {
      says: /due to Internal issues is in Down State/,
      subject: "the volume",
      cause: "was created, and is down in Portworx",
      mends: { who: "backend", how: "check the nodes and the storage pools with `pxctl status`" },
      retry: "after",
      where: "api/server/sdk/volume_ops.go waitForVolumeReady",
    },
    {
      says: /Access denied to volume|is owned by another user|Cannot (?:delete|update) volume/,
      subject: "Portworx",
      cause: "does not give this volume to the token of the driver",
      mends: {
        who: "backend",
        how: "correct the owner of the volume, or the token in the Secret of the StorageClass",
      },
      retry: "after",
      where: "api/server/sdk/volume_ops.go",
    },
    {
      says: /Unable to detach volume|Failed to detach volume/,
      subject: "the volume",
      cause: "cannot be detached from the node in Portworx",
      mends: { who: "node", how: "end what has the device open on that node" },
      retry: "after",
      where: "csi/node.go NodeUnpublishVolume",
    },
    {
      says: /Mount path still exists/,
      subject: "the mount on the node",
      cause: "has not been removed yet",
      retry: "alone",
      where: "csi/node.go NodeUnpublishVolume",
    },
    {
      says: /Trying to attach as block a non block device/,
      subject: "the claim",
      cause: "has volumeMode Block, and the volume is a shared file system",
      mends: { who: "owner", how: "recreate the claim with volumeMode Filesystem" },
      retry: "never",
      where: "csi/node.go NodePublishVolume",
    },
  ],
};
