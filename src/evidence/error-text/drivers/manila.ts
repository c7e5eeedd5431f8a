import type { KnownErrors } from "./known.ts";

/** Manila. It passes mounts on to the driver of the share's protocol: csi-driver-nfs or ceph-csi. */
export const manila: KnownErrors = {
  drivers: ["manila.csi.openstack.org"],
  source: "kubernetes/cloud-provider-openstack manila chart 2.36.0",
  errors: [
    {
      says: /connecting to fwd plugin at \S+ failed/,
      subject: "the driver that Manila passes mounts on to",
      cause: "does not answer at its socket on this node",
      mends: {
        who: "cluster",
        how: "install the NFS or CephFS driver on the nodes, with the socket that Manila expects",
      },
      retry: "after",
      where: "pkg/csi/manila/util.go fmtGrpcConnError",
    },
    {
      says: /failed to create Manila v2 client/,
      subject: "OpenStack",
      cause: "refuses the login in the Secret of the StorageClass, or cannot be reached",
      mends: { who: "cluster", how: "correct that Secret, or the network to Keystone" },
      retry: "after",
      where: "pkg/csi/manila/controllerserver.go CreateVolume",
    },
    {
      says: /invalid OpenStack secrets/,
      subject: "the Secret of the StorageClass",
      cause: "lacks what the driver needs to log in to OpenStack",
      mends: { who: "cluster", how: "complete that Secret" },
      retry: "after",
      where: "pkg/csi/manila/controllerserver.go CreateVolume",
    },
    {
      says: /is in transient creating state/,
      subject: "the share or the snapshot",
      cause: "is still being created in Manila",
      retry: "alone",
      where: "pkg/csi/manila/nodeserver.go buildVolumeContext",
    },
    {
      says: /deadline exceeded while waiting for (?:share|access rules|volume|snapshot)/,
      subject: "Manila",
      cause: "has not finished in time",
      retry: "alone",
      where: "pkg/csi/manila/volumesource.go create",
    },
    {
      says: /is in error state/,
      subject: "the share or the snapshot",
      cause: "is in the state error in Manila; the message there says why",
      mends: {
        who: "backend",
        how: "remove that cause in Manila, such as missing capacity or a wrong share type",
      },
      retry: "after",
      where: "pkg/csi/manila/share.go waitForShareStatus",
    },
    {
      says: /is in an unexpected state|invalid share status for volume|is in invalid state/,
      subject: "the share or the snapshot",
      cause: "is in a state in which Manila does not do this",
      mends: { who: "backend", how: "check its state in Manila" },
      retry: "after",
      where: "pkg/csi/manila/share.go waitForShareStatus",
    },
    {
      says: /failed to grant access|failed to list access rights|failed to find access rights/,
      subject: "Manila",
      cause: "does not give the cluster access to the share",
      mends: { who: "backend", how: "check the access rules of the share" },
      retry: "after",
      where: "pkg/csi/manila/shareadapters",
    },
    {
      says: /share protocol mismatch/,
      subject: "the StorageClass",
      cause: "names another protocol than the share has",
      mends: { who: "cluster", how: "use a StorageClass of that protocol" },
      retry: "never",
      where: "pkg/csi/manila/controllerserver.go",
    },
    {
      says: /volume cloning is not supported yet|restoring CephFS snapshots is not supported yet/,
      subject: "the driver",
      cause: "cannot create a share from a source of this kind",
      mends: { who: "owner", how: "recreate the claim without its data source, and copy the data" },
      retry: "never",
      where: "pkg/csi/manila/volumesource.go create",
    },
    {
      says: /code = NotFound desc = [Vv]olume not found/,
      subject: "ceph-csi, to which Manila passed the mount on,",
      cause: "does not find the subvolume in the file system that it looked in; the share can still exist",
      mends: {
        who: "cluster",
        how: "check that the share names its Ceph file system, and which versions go together",
      },
      retry: "after",
      where: "kubernetes/cloud-provider-openstack#2847, #2994",
    },
  ],
};
