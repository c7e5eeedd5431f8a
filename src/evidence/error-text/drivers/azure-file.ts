import type { KnownErrors } from "./known.ts";

/** Azure Files. */
export const azureFile: KnownErrors = {
  drivers: ["file.csi.azure.com", "kubernetes.io/azure-file"],
  source: "kubernetes-sigs/azurefile-csi-driver v1.35.0",
  errors: [
    {
      says: /failed to get secret \S+: /,
      subject: "the Secret with the key of the storage account",
      cause: "cannot be read",
      mends: { who: "cluster", how: "create that Secret again, or allow the driver to read it" },
      retry: "after",
      where: "pkg/azurefile/nodeserver.go",
    },
    {
      says: /volume\(.*\) mount .* failed with .*(?:Permission denied|mount error\(13\))/,
      subject: "the storage account",
      cause: "refuses the key or the network of the node",
      mends: { who: "backend", how: "check the key in the Secret, and the network rules of the account" },
      retry: "after",
      where: "pkg/azurefile/nodeserver.go NodeStageVolume",
    },
    {
      says: /volume\(.*\) mount .* failed with .*(?:No such file or directory|mount error\(2\))/,
      subject: "the file share",
      cause: "does not exist under that name, or its address does not lead to it",
      mends: { who: "backend", how: "check the share and the private endpoint of the account" },
      retry: "after",
      where: "pkg/azurefile/nodeserver.go NodeStageVolume",
    },
    {
      says: /volume\(.*\) mount .* failed with .*(?:Host is down|mount error\(11[0-9]\))/,
      subject: "the storage account",
      cause: "cannot be reached from the node",
      mends: { who: "backend", how: "check the network and port 445 between the node and the account" },
      retry: "after",
      where: "pkg/azurefile/nodeserver.go NodeStageVolume",
    },
    {
      says: /is not supported on ControllerExpandVolume/,
      subject: "a volume on a virtual hard disk",
      cause: "cannot be expanded",
      mends: { who: "owner", how: "copy the data to a larger claim" },
      retry: "never",
      where: "pkg/azurefile/controllerserver.go ControllerExpandVolume",
    },
  ],
};
