import type { ClusterBackend } from "./backend.ts";
import { deletingRecord, diskOfOpenEbs } from "./records.ts";

export const openebsZfs: ClusterBackend = {
  name: "OpenEBS ZFS",
  drivers: ["zfs.csi.openebs.io"],
  resource: "zfs.openebs.io/v1/zfsvolumes",
  sources: [
    "openebs/zfs-localpv pkg/driver/controller.go CreateVolume: the handle is the name of the volume in lower case, v2.6",
    "openebs/zfs-localpv pkg/apis/openebs.io/zfs/v1/zfsvolume.go VolumeInfo, v2.6",
  ],
  disk: (record) => (record.kind === "ZFSVolume" ? diskOfOpenEbs(record) : undefined),
  deletion: (disk) => deletingRecord(openebsZfs, disk),
};
