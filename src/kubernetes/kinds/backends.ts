import type { ObjectOf } from "./define.ts";
import { defineKind } from "./define.ts";

// The objects by which storage backends that run in the cluster keep their disks.

/** longhorn/longhorn-manager k8s/pkg/apis/longhorn/v1beta2/volume.go Volume, v1.9. */
export const longhornVolumes = defineKind({
  resource: "longhorn.io/v1beta2/volumes",
  kind: "Volume",
  shortNames: ["lhv"],
  namespaced: true,
  presence: "optional",
  fields: {
    spec: { size: "quantity", Standby: "flag" },
    status: {
      state: "text",
      robustness: "text",
      currentNodeID: "text",
      kubernetesStatus: { pvName: "text", namespace: "text", pvcName: "text", lastPVCRefAt: "text" },
    },
  },
});
export type LonghornVolume = ObjectOf<typeof longhornVolumes>;
