import type { FileBackend, ListedDisk } from "./backend.ts";
import { bytesIn, claimUidIn, fieldIn, isListOf, recordsIn, textIn } from "./fields.ts";
import { topologyOf } from "./places.ts";

const zoneLabel = /^topology\.csi\.vmware\.com\/.*zone$/;

/** Of a share of files with its type in front. */
const volumeId = /^(?:file:)?[0-9a-f][-0-9a-f]+$/i;

const mebibyte = 1024 ** 2;

export const vsphere: FileBackend = {
  name: "VMware vSphere",
  drivers: ["csi.vsphere.vmware.com"],
  command: "govc volume.ls -json",
  mark: "By the id of the cluster in CNS. A share with several clusters names none.",
  markedBy: "record in CNS",
  limits:
    "A list is of one vCenter, and has neither times nor attachments: say with `--disks-at` when it was made. A disk whose PersistentVolume was deleted under Retain can leave this list: `govc disk.ls` still has it.",
  removal: "`govc volume.rm ID`",
  reuse: "`volumeHandle: ID`, with the attribute `type: vSphere CNS Block Volume`",
  sources: [
    "kubernetes-sigs/vsphere-csi-driver pkg/csi/service/vanilla/controller.go createBlockVolumeWithPlacementEngineForMultiVC: the handle is the id of the CNS volume, commit bf809025",
    "kubernetes-sigs/vsphere-csi-driver pkg/common/cns-lib/vsphere/utils.go GetContainerCluster, GetCnsKubernetesEntityMetaData, commit bf809025",
    "kubernetes-sigs/vsphere-csi-driver pkg/syncer/metadatasyncer.go csiPVDeleted: without the feature ImprovedVolumeVisibility, CNS forgets the disk, commit bf809025",
    "vmware/govmomi cli/volume/ls.go lsWriter, cns/types/types.go CnsVolume, v0.56",
    "kubernetes-sigs/vsphere-csi-driver#2882",
  ],
  recognises: (document) =>
    isListOf(
      fieldIn(document, "volume"),
      (each) => volumeId.test(idOf(each)) && "backingObjectDetails" in each,
    ),
  listing: (document) => ({ disks: recordsIn(fieldIn(document, "volume")).map(diskOf) }),
  /** A list is of one vCenter, and a zone is in one. The disks do not say theirs. One of the former plugin is named by its path. */
  placeOf: (volume) =>
    volumeId.test(volume.spec?.csi?.volumeHandle ?? "") ? (topologyOf(volume, zoneLabel) ?? "") : undefined,
  deletion: ({ metadata }) => ["govc", "volume.rm", metadata.name],
};

function idOf(volume: { readonly [key: string]: unknown }): string {
  return textIn(fieldIn(volume, "volumeId"), "id") ?? "";
}

function diskOf(volume: { readonly [key: string]: unknown }): ListedDisk {
  const id = idOf(volume);
  const name = textIn(volume, "name");
  const metadata = fieldIn(volume, "metadata");
  const entities = recordsIn(fieldIn(metadata, "entityMetadata"));
  const [claim] = entities.filter((each) => textIn(each, "entityType") === "PERSISTENT_VOLUME_CLAIM");
  const [owner] = entities.filter((each) => textIn(each, "entityType") === "PERSISTENT_VOLUME");
  return {
    id,
    handles: [id],
    parts: [id],
    name,
    bytes: bytesIn(fieldIn(volume, "backingObjectDetails"), "capacityInMb", mebibyte),
    state: textIn(volume, "healthStatus"),
    // Of a share of files, it is another.
    volumeAttributes: id.startsWith("file:") ? undefined : { type: "vSphere CNS Block Volume" },
    volumeName: textIn(owner, "entityName"),
    claim: {
      namespace: textIn(claim, "namespace"),
      name: textIn(claim, "entityName"),
      uid: claimUidIn(name),
    },
    cluster: clusterIn(metadata),
  };
}

/** A share can belong to several clusters: it names none then. */
function clusterIn(metadata: unknown): string | undefined {
  const all = [
    fieldIn(metadata, "containerCluster"),
    ...recordsIn(fieldIn(metadata, "containerClusterArray")),
  ].flatMap((each) => textIn(each, "clusterId") ?? []);
  const [cluster, ...others] = new Set(all);
  return others.length === 0 ? cluster : undefined;
}
