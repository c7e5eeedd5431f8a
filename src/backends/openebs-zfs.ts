import type { ClusterBackend } from "./backend.ts";
import { bytesIn, claimUidIn } from "./fields.ts";
import { deletingRecord } from "./records.ts";

export const openebsZfs: ClusterBackend = {
  name: "OpenEBS ZFS",
  drivers: ["zfs.csi.openebs.io"],
  resource: "zfs.openebs.io/v1/zfsvolumes",
  sources: [
    "openebs/zfs-localpv pkg/driver/controller.go CreateVolume: the handle is the name of the volume in lower case, v2.7",
    "openebs/zfs-localpv pkg/apis/openebs.io/zfs/v1/zfsvolume.go VolumeInfo, v2.7",
  ],
  disk(record) {
    if (record.kind !== "ZFSVolume") return undefined;
    const { metadata, spec, status } = record;
    const { name, namespace } = metadata;
    return {
      id: name,
      handles: [name],
      parts: [name],
      name,
      recordIn: namespace,
      bytes: bytesIn(spec, "capacity", 1),
      created: metadata.creationTimestamp,
      place: spec?.ownerNodeID,
      state: status?.state,
      claim: { uid: claimUidIn(name) },
    };
  },
  deletion: (disk) => deletingRecord(openebsZfs, disk),
};
