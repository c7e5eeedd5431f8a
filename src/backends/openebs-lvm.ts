import type { ClusterBackend } from "./backend.ts";
import { deletingRecord, diskOfOpenEbs } from "./records.ts";

export const openebsLvm: ClusterBackend = {
  name: "OpenEBS LVM",
  drivers: ["local.csi.openebs.io"],
  resource: "local.openebs.io/v1alpha1/lvmvolumes",
  sources: [
    "openebs/lvm-localpv pkg/driver/controller.go CreateVolume: the handle is the name of the volume in lower case, v1.5",
    "openebs/lvm-localpv pkg/apis/openebs.io/lvm/v1alpha1/lvmvolume.go VolumeInfo, v1.5",
  ],
  disk: (record) => (record.kind === "LVMVolume" ? diskOfOpenEbs(record) : undefined),
  deletion: (disk) => deletingRecord(openebsLvm, disk),
};
