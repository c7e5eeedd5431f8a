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

/** openebs/zfs-localpv pkg/apis/openebs.io/zfs/v1/zfsvolume.go ZFSVolume, v2.6. */
export const zfsVolumes = defineKind({
  resource: "zfs.openebs.io/v1/zfsvolumes",
  kind: "ZFSVolume",
  shortNames: ["zfsvol", "zv"],
  namespaced: true,
  presence: "optional",
  fields: {
    spec: { capacity: "quantity", ownerNodeID: "text", poolName: "text" },
    status: { state: "text" },
  },
});
export type ZFSVolume = ObjectOf<typeof zfsVolumes>;

/** openebs/lvm-localpv pkg/apis/openebs.io/lvm/v1alpha1/lvmvolume.go LVMVolume, v1.5. */
export const lvmVolumes = defineKind({
  resource: "local.openebs.io/v1alpha1/lvmvolumes",
  kind: "LVMVolume",
  shortNames: ["lvmvol"],
  namespaced: true,
  presence: "optional",
  fields: {
    spec: { capacity: "quantity", ownerNodeID: "text", volGroup: "text" },
    status: { state: "text" },
  },
});
export type LVMVolume = ObjectOf<typeof lvmVolumes>;

/** topolvm/topolvm api/v1/logicalvolume_types.go LogicalVolume, v0.36. */
export const logicalVolumes = defineKind({
  resource: "topolvm.io/v1/logicalvolumes",
  kind: "LogicalVolume",
  namespaced: false,
  presence: "optional",
  fields: {
    spec: { name: "text", nodeName: "text", size: "quantity", accessType: "text" },
    status: { volumeID: "text", currentSize: "quantity" },
  },
});

/** NetApp/trident persistent_store/crd/apis/netapp/v1/types.go TridentVolume, storage/volume.go VolumeConfig, v25.06. */
export const tridentVolumes = defineKind({
  resource: "trident.netapp.io/v1/tridentvolumes",
  kind: "TridentVolume",
  shortNames: ["tvol"],
  namespaced: true,
  presence: "optional",
  fields: {
    config: { name: "text", internalName: "text", size: "quantity", namespace: "text", requestName: "text" },
    pool: "text",
    orphaned: "flag",
    state: "text",
  },
});

/** rook/rook pkg/apis/ceph.rook.io/v1/types.go CephCluster, ClusterStatus, v1.17. */
export const cephClusters = defineKind({
  resource: "ceph.rook.io/v1/cephclusters",
  kind: "CephCluster",
  namespaced: true,
  presence: "optional",
  fields: { status: { phase: "text" } },
});
