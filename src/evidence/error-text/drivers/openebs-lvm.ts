import type { KnownErrors } from "./known.ts";

/** OpenEBS LVM LocalPV. */
export const openebsLvm: KnownErrors = {
  drivers: ["local.csi.openebs.io"],
  source: "openebs/lvm-localpv 1.5.0",
  errors: [
    {
      says: /has insufficient free space|insufficient suitable allocatable extents/,
      subject: "the volume group",
      cause: "has too little free space; the first thin volume also needs room for its pool",
      mends: {
        who: "node",
        how: "enlarge the volume group, or request a smaller size",
        withData: "enlarge the volume group on the node of the volume, or lower the requested size",
      },
      retry: "after",
      where: "pkg/lvm/lvm_util.go CreateVolume, the words of lvcreate(8) and lvextend(8)",
    },
    {
      says: /scheduler failed, not able to select a node/,
      subject: "no node",
      cause: "has the volume group and fits the topology of the StorageClass",
      mends: { who: "cluster", how: "check the volume group and allowedTopologies of the StorageClass" },
      retry: "after",
      where: "pkg/driver/controller.go CreateLVMVolume",
    },
    {
      says: /unable to resize volume \S+ with \d+ active snapshots/,
      subject: "the disk",
      cause: "has snapshots, and is not resized as long as it has them",
      mends: { who: "owner", how: "delete the snapshots that are not needed" },
      retry: "after",
      where: "pkg/driver/controller.go ControllerExpandVolume",
    },
    {
      says: /volume is owned by different node/,
      subject: "the disk",
      cause: "is on another node",
      mends: { who: "owner", how: "let the pod run on the node of the disk" },
      retry: "after",
      where: "pkg/lvm verifyMount",
    },
    {
      says: /not able to provision the volume/,
      subject: "no node",
      cause: "could create the disk in its volume group",
      mends: { who: "node", how: "look at the LVMVolume and at the volume group of the node" },
      retry: "after",
      where: "pkg/driver/controller.go CreateLVMVolume",
    },
  ],
};
