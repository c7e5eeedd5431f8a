import type { ClusterBackend } from "./backend.ts";
import { bytesIn, claimUidIn } from "./fields.ts";
import { deletingRecord } from "./records.ts";

export const longhorn: ClusterBackend = {
  name: "Longhorn",
  drivers: ["driver.longhorn.io"],
  resource: "longhorn.io/v1beta2/volumes",
  sources: [
    "longhorn/longhorn-manager csi/controller_server.go CreateVolume: the handle is the name of the Volume, v1.9",
    "longhorn/longhorn-manager k8s/pkg/apis/longhorn/v1beta2/volume.go KubernetesStatus: kept as history, v1.9",
  ],
  disk(record) {
    if (record.kind !== "Volume") return undefined;
    const { metadata, spec, status } = record;
    // A standby of a volume in another cluster: it has no PersistentVolume as long as it is one.
    if (spec?.Standby === true) return undefined;
    const { name } = metadata;
    const { pvName, pvcName, namespace } = status?.kubernetesStatus ?? {};
    const node = status?.currentNodeID ?? "";
    return {
      id: name,
      handles: [name],
      parts: [name],
      name,
      recordIn: metadata.namespace,
      bytes: bytesIn(spec, "size", 1),
      created: metadata.creationTimestamp,
      state: status?.state,
      attachedTo: node === "" ? [] : [node],
      attachments: "known",
      volumeName: pvName === "" ? undefined : pvName,
      claim: { namespace, name: pvcName, uid: claimUidIn(name) },
    };
  },
  deletion: (disk) => deletingRecord(longhorn, disk),
};
