import type { ClusterBackend } from "./backend.ts";
import { bytesIn, claimUidIn } from "./fields.ts";
import { deletingRecord } from "./records.ts";

export const openebsLvm: ClusterBackend = {
  name: "OpenEBS LVM",
  drivers: ["local.csi.openebs.io"],
  resource: "local.openebs.io/v1alpha1/lvmvolumes",
  sources: [
    "openebs/lvm-localpv pkg/driver/controller.go CreateVolume: the handle is the name of the volume in lower case, v1.6",
    "openebs/lvm-localpv pkg/apis/openebs.io/lvm/v1alpha1/lvmvolume.go VolumeInfo, v1.6",
  ],
  disk(record) {
    if (record.kind !== "LVMVolume") return undefined;
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
  deletion: (disk) => deletingRecord(openebsLvm, disk),
};
