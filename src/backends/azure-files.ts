import { clusterOfGroup } from "./azure-group.ts";
import type { FileBackend, ListedDisk } from "./backend.ts";
import { bytesIn, claimUidIn, gibibyte, isListOf, recordsIn, textIn, timeIn } from "./fields.ts";

/** The id of a share: its resource group, storage account and name. */
const shareId =
  /^\/subscriptions\/[-\w]+\/resourceGroups\/([\p{L}\p{N}_(][-\p{L}\p{N}_.()]*)\/providers\/Microsoft\.Storage\/storageAccounts\/(\w+)\/fileServices\/default\/shares\/([\w$][-\w]*)$/iu;

export const azureFiles: FileBackend = {
  name: "Azure Files",
  drivers: ["file.csi.azure.com"],
  command: "az storage share-rm list --resource-group GROUP --storage-account ACCOUNT -o json",
  mark: "By its resource group, if AKS made that (`MC_…`) and the driver named the share.",
  markedBy: "resource group",
  limits:
    "A list is of one storage account. A share that a person named can be of several volumes: it is never called leaked, and its size is not compared.",
  removal: "`az storage share-rm delete --resource-group GROUP --storage-account ACCOUNT --name SHARE`",
  reuse: "`volumeHandle: GROUP#ACCOUNT#SHARE`, and a secret with the key of the account",
  sources: [
    "kubernetes-sigs/azurefile-csi-driver pkg/azurefile/azurefile.go GetFileShareInfo: group, account and share, then what tells apart the volumes of one share, v1.35",
    "kubernetes-sigs/azurefile-csi-driver pkg/azurefile/controllerserver.go CreateVolume: pvcn- for NFS, pvcd- for a VHD, v1.35",
    "Azure/azure-cli src/azure-cli/azure/cli/command_modules/storage/aaz/latest/storage/share_rm/_list.py: also deleted shares and snapshots, where asked, commit 040d1995",
  ],
  recognises: (document) => isListOf(document, (share) => shareId.test(textIn(share, "id") ?? "")),
  listing: (document) => ({
    disks: recordsIn(document)
      .filter((share) => share.deleted !== true && textIn(share, "snapshotTime") === undefined)
      .map(diskOf),
    times: recordsIn(document).flatMap((share) => timeIn(share, "lastModifiedTime") ?? []),
  }),
  /** A list is of one storage account, whose name is unique in all of Azure. */
  placeOf: ({ spec }) => /^[^#]*#([^#]+)#/.exec(spec?.csi?.volumeHandle ?? "")?.[1]?.toLowerCase(),
  deletion({ metadata }) {
    const [, group, account, share] = shareId.exec(metadata.name) ?? [];
    if (group === undefined || account === undefined || share === undefined) return undefined;
    const at = ["--resource-group", group, "--storage-account", account];
    return ["az", "storage", "share-rm", "delete", ...at, "--name", share];
  },
};

function diskOf(share: { readonly [key: string]: unknown }): ListedDisk {
  const id = textIn(share, "id") ?? "";
  const [, group = "", account = "", name = ""] = shareId.exec(id) ?? [];
  const uid = claimUidIn(name);
  return {
    id,
    handles: [`${group}#${account}#${name}`],
    // One that a person named can be of several volumes.
    parts: uid === undefined ? [] : [name],
    name,
    bytes: uid === undefined ? undefined : bytesIn(share, "shareQuota", gibibyte),
    place: account.toLowerCase(),
    volumeName: uid === undefined ? undefined : name.replace(/^pvc[nd]-/, "pvc-"),
    claim: { uid },
    // A person can make a share in that group, too.
    cluster: uid === undefined ? undefined : clusterOfGroup(id),
  };
}
