import { clusterOfGroup } from "./azure-group.ts";
import type { FileBackend, ListedDisk } from "./backend.ts";
import { bytesIn, claimUidIn, fieldIn, gibibyte, isListOf, recordsIn, textIn, timeIn } from "./fields.ts";

/** The id of a managed disk: its resource group, and its name. Azure writes it in any case. */
const diskId =
  /^(\/subscriptions\/[-\w]+\/resourceGroups\/([\p{L}\p{N}_(][-\p{L}\p{N}_.()]*))\/providers\/Microsoft\.Compute\/disks\/(\w[-\w.]*)$/iu;

/** The driver, and the plugin in Kubernetes before it. */
const createdBy = ["k8s-azure-created-by", "created-by"];
const createdFor = "kubernetes.io-created-for-";

export const azureDisk: FileBackend = {
  name: "Azure managed disk",
  drivers: ["disk.csi.azure.com"],
  command: "az disk list --subscription SUBSCRIPTION -o json",
  mark: "By its resource group, if AKS made that (`MC_…`) and the driver made the disk.",
  markedBy: "resource group",
  limits: "A list is of one subscription, or of one resource group.",
  removal: "`az disk delete --ids ID`",
  reuse: "`volumeHandle: ID`",
  sources: [
    "kubernetes-sigs/azuredisk-csi-driver pkg/azuredisk/azure_managedDiskController.go CreateManagedDisk: the handle is the id, v1.34",
    "kubernetes-sigs/azuredisk-csi-driver pkg/azureconstants/azure_constants.go PvNameTag, PvcNameTag, PvcNamespaceTag, AzureDiskDriverTag, v1.34",
    "kubernetes-sigs/azuredisk-csi-driver pkg/azuredisk/controllerserver.go listVolumesByResourceGroup: ids are compared in lower case, v1.34",
    "Azure/azure-cli src/azure-cli/azure/cli/command_modules/vm/aaz/latest/disk/_list.py: the properties are flattened, commit 29aa9fad",
    "kubernetes-sigs/cloud-provider-azure pkg/provider/azure_vmss.go GetNodeNameByProviderID: managedBy of a scale set ends with its name and a number, commit 004ef4f4",
  ],
  recognises: (document) => isListOf(document, (disk) => diskId.test(textIn(disk, "id") ?? "")),
  listing: (document) => ({
    // Also those of operating systems, which the driver leaves out of its own list: a volume can refer to one all the same.
    disks: recordsIn(document).map(diskOf),
    times: recordsIn(document).flatMap((disk) => ownedSince(disk) ?? []),
  }),
  /** A list is of one subscription, or of one resource group. */
  placeOf: ({ spec }) => groupIn(spec?.csi?.volumeHandle ?? spec?.azureDisk?.diskURI ?? ""),
  deletion: ({ metadata }) => ["az", "disk", "delete", "--ids", metadata.name],
};

function diskOf(disk: { readonly [key: string]: unknown }): ListedDisk {
  const id = textIn(disk, "id") ?? "";
  const [, , , name = ""] = diskId.exec(id) ?? [];
  const tags = fieldIn(disk, "tags");
  const volumeName = textIn(tags, `${createdFor}pv-name`);
  const uid = claimUidIn(name) ?? claimUidIn(volumeName);
  return {
    id,
    handles: [id],
    parts: claimUidIn(name) === undefined ? [] : [name],
    name,
    bytes:
      bytesIn(disk, "diskSizeBytes", 1) ??
      bytesIn(disk, "diskSizeGB", gibibyte) ??
      bytesIn(disk, "diskSizeGb", gibibyte),
    created: timeIn(disk, "timeCreated"),
    place: groupIn(id),
    state: textIn(disk, "diskState"),
    attachedTo: machinesOf(disk),
    attachments: "known",
    volumeName,
    claim: {
      namespace: textIn(tags, `${createdFor}pvc-namespace`),
      name: textIn(tags, `${createdFor}pvc-name`),
      uid,
    },
    // A person can make a disk in that group, too.
    cluster: isMade(tags) ? clusterOfGroup(id) : undefined,
  };
}

function isMade(tags: unknown): boolean {
  return createdBy.some((tag) => textIn(tags, tag) === "kubernetes-azure-dd");
}

/** A shared disk has several. `managedBy` is one of them then. */
function machinesOf(disk: { readonly [key: string]: unknown }): readonly string[] {
  const extended = fieldIn(disk, "managedByExtended");
  const all = [textIn(disk, "managedBy"), ...(Array.isArray(extended) ? extended : [])];
  return [...new Set(all.flatMap((machine) => (typeof machine === "string" ? [asProvided(machine)] : [])))];
}

/** As the `providerID` of a node ends, which has only the number of a machine in a scale set. */
function asProvided(machine: string): string {
  const id = machine.toLowerCase();
  const [, , number] = /\/virtualmachinescalesets\/([^/]+)\/virtualmachines\/\1_(\d+)$/.exec(id) ?? [];
  return number === undefined ? id : id.replace(/[^/]+$/, number);
}

function ownedSince(disk: { readonly [key: string]: unknown }): string | undefined {
  return timeIn(disk, "LastOwnershipUpdateTime") ?? timeIn(disk, "lastOwnershipUpdateTime");
}

function groupIn(id: string): string | undefined {
  return diskId.exec(id)?.[1]?.toLowerCase();
}
