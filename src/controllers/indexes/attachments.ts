import {
  type Cluster,
  everywhere,
  type Index,
  type Listed,
  recipes,
  type VolumeAttachment,
} from "../../model/index.ts";

/** Key: the name of a volume. Holds attachments in any state, of any attacher. */
export const attachmentsByVolume: Index<"storage.k8s.io/v1/volumeattachments"> = {
  name: "attachments-by-volume",
  on: "storage.k8s.io/v1/volumeattachments",
  made: recipes["storage.k8s.io/v1/volumeattachments"].byVolume,
  keys: (attachment) => {
    const volume = attachment.spec?.source?.persistentVolumeName ?? "";
    return volume === "" ? [] : [volume];
  },
};

/** The attachments that name a volume, on any node. */
export function attachmentsNaming(volume: string, cluster: Cluster): Listed<VolumeAttachment> {
  return cluster.lookup(attachmentsByVolume, volume, everywhere);
}

/** Key: the name of a node. */
export const attachmentsByNode: Index<"storage.k8s.io/v1/volumeattachments"> = {
  name: "attachments-by-node",
  on: "storage.k8s.io/v1/volumeattachments",
  made: recipes["storage.k8s.io/v1/volumeattachments"].byNode,
  keys: (attachment) => {
    const node = attachment.spec?.nodeName ?? "";
    return node === "" ? [] : [node];
  },
};

/** Key: the name of the driver that is to attach. */
export const attachmentsByAttacher: Index<"storage.k8s.io/v1/volumeattachments"> = {
  name: "attachments-by-attacher",
  on: "storage.k8s.io/v1/volumeattachments",
  made: recipes["storage.k8s.io/v1/volumeattachments"].byAttacher,
  keys: ({ spec }) => [spec?.attacher ?? ""],
};
