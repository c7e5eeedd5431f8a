import type { Cluster, Listed } from "../../cluster/index.ts";
import { everywhere, recipes } from "../../cluster/index.ts";
import type { VolumeAttachment } from "../../kubernetes/index.ts";
import { labelOf } from "../../kubernetes/index.ts";
import { handleKey } from "../objects/volume-source.ts";
import { indexOn, keyIfAny } from "./define.ts";

// Nodes, what is attached to them, and the drivers that run there.

const onAttachments = indexOn("storage.k8s.io/v1/volumeattachments");
const madeOfAttachments = recipes["storage.k8s.io/v1/volumeattachments"];

/** Key: the name of a volume. Holds attachments in any state, of any attacher. */
export const attachmentsByVolume = onAttachments(
  "attachments-by-volume",
  ({ spec }) => keyIfAny(spec?.source?.persistentVolumeName),
  madeOfAttachments.byVolume,
);

/** The attachments that name a volume, on any node. */
export function attachmentsNaming(volume: string, cluster: Cluster): Listed<VolumeAttachment> {
  return cluster.lookup(attachmentsByVolume, volume, everywhere);
}

/** Key: the name of a node. */
export const attachmentsByNode = onAttachments(
  "attachments-by-node",
  ({ spec }) => keyIfAny(spec?.nodeName),
  madeOfAttachments.byNode,
);

/** Key: the name of the driver that is to attach. */
export const attachmentsByAttacher = onAttachments(
  "attachments-by-attacher",
  ({ spec }) => [spec?.attacher ?? ""],
  madeOfAttachments.byAttacher,
);

/** Key: the name of the StorageClass of which a capacity speaks. */
export const capacitiesByClass = indexOn("storage.k8s.io/v1/csistoragecapacities")(
  "capacities-by-class",
  ({ storageClassName }) => (storageClassName === undefined ? [] : [storageClassName]),
);

/** Key: the name of a CSI driver that the node runs. */
export const csiNodesByDriver = indexOn("storage.k8s.io/v1/csinodes")(
  "csinodes-by-driver",
  ({ spec }) => [...new Set((spec?.drivers ?? []).flatMap(({ name }) => keyIfAny(name)))],
  recipes["storage.k8s.io/v1/csinodes"].byDriver,
);

/** Key: the name, in whatever namespace: who takes a lease to lead says where. */
export const leasesByName = indexOn("coordination.k8s.io/v1/leases")(
  "leases-by-name",
  ({ metadata }) => [metadata.name],
  recipes["coordination.k8s.io/v1/leases"].byBareName,
);

const onNodes = indexOn("v1/nodes");

/** Key: the label `kubernetes.io/hostname`, by which local volumes name their node. */
export const nodesByHostname = onNodes("nodes-by-hostname", (node) => {
  const hostname = labelOf(node, "kubernetes.io/hostname");
  return hostname === undefined ? [] : [hostname];
});

const csiVolume = /^kubernetes\.io\/csi\/([^^]+)\^(.+)$/;

/**
 * Key: the CSI driver and its handle of a volume that the status of the node lists as attached or in use.
 * kubernetes/kubernetes pkg/volume/csi/csi_plugin.go GetVolumeName and pkg/volume/util/util.go GetUniqueVolumeName, 1.36.
 */
export const nodesByListedVolume = onNodes("nodes-by-listed-volume", ({ status }) => {
  const attached = (status?.volumesAttached ?? []).map(({ name = "" }) => name);
  const names = new Set([...attached, ...(status?.volumesInUse ?? [])]);
  return [...names].flatMap((name) => {
    const [, driver, handle] = csiVolume.exec(name) ?? [];
    return driver === undefined || handle === undefined ? [] : [handleKey(driver, handle)];
  });
});

export function labelKey(key: string, value: string): string {
  return `${key}=${value}`;
}

/** Each node by each of its labels. */
export const nodesByLabel = onNodes("nodes-by-label", ({ metadata }) =>
  Object.entries(metadata.labels ?? {}).map(([key, value = ""]) => labelKey(key, value)),
);
