import type { KnownErrors } from "./known.ts";

/** Azure disk. */
export const azureDisk: KnownErrors = {
  drivers: ["disk.csi.azure.com", "kubernetes.io/azure-disk"],
  source: "kubernetes-sigs/azuredisk-csi-driver v1.34.0",
  errors: [
    {
      says: /is not allowed when disk is marked for (?:deletion|detach)/,
      subject: "the virtual machine",
      cause: "still has the disk marked for detaching, and Azure does not end that",
      mends: {
        who: "backend",
        how: "repair the machine in Azure if its state is failed: update, reapply or replace it",
      },
      retry: "after",
      where: "the Azure API; kubernetes-sigs/azuredisk-csi-driver#1575",
    },
    {
      says: /AttachDiskWhileBeingDetached|currently being detached or the last detach operation failed/,
      subject: "the disk",
      cause: "is still being detached in Azure, or its last detach has failed there",
      mends: {
        who: "backend",
        how: "detach the disk in Azure if that remains for more than some minutes. The disk itself must not be deleted",
      },
      retry: "alone",
      where: "the Azure API; Azure/AKS#615, kubernetes/kubernetes#78657",
    },
    {
      says: /Only Disk CachingType 'None' is supported for disk with size greater than/,
      subject: "a disk of this size",
      cause: "cannot have host caching, which the StorageClass requests",
      mends: {
        who: "owner",
        how: "recreate the claim with a class whose cachingMode is None",
        withData:
          "lower the requested size to 4095Gi or less, or copy the data to a claim of a class with cachingMode None",
      },
      retry: "never",
      where: "the Azure API; kubernetes-sigs/azuredisk-csi-driver#3072",
    },
    {
      says: /resiz\w+ .{0,200}while it is attached to (?:a )?running VM|cannot be resized beyond \d+ GiB when attached/i,
      subject: "the disk",
      cause: "cannot be resized as long as it is attached to a machine",
      mends: { who: "owner", how: "stop the pods that use the claim until the disk is resized" },
      retry: "after",
      where: "the Azure API, ChangeDiskSizeWhileAttachedNotAllowed",
    },
    {
      says: /cannot be attached to the VM because it is not in (?:the same )?zone/,
      subject: "the disk",
      cause: "is in a different zone from the machine of the node, or in none",
      mends: {
        who: "owner",
        how: "let the pod run on a node in the zone of the disk; if there is none, copy the disk to the zone of the nodes by a snapshot",
      },
      retry: "after",
      where: "the Azure API; kubernetes-sigs/azuredisk-csi-driver#183",
    },
    {
      says: /OperationPreempted/,
      subject: "another operation on the same virtual machine",
      cause: "came first",
      retry: "alone",
      where: "pkg/azuredisk/azure_controller_common.go",
    },
    {
      says: /still has VolumeAttachments on node/,
      subject: "the disk",
      cause: "is attached to another node that Kubernetes still uses it on",
      retry: "alone",
      where: "pkg/azuredisk/controllerserver.go ControllerPublishVolume",
    },
    {
      says: /is still attached to node\(|already attached to node\(.*could not be (?:deleted|attached to node)/,
      subject: "the disk",
      cause: "is still attached to a virtual machine",
      mends: { who: "backend", how: "detach it there, if nothing uses it" },
      retry: "after",
      where:
        "pkg/azuredisk/azure_controller_common.go AttachDisk, azure_managedDiskController.go DeleteManagedDisk",
    },
    {
      says: /state of disk\(.* is \S+, not in expected \S+ state/,
      subject: "the disk",
      cause: "is not free in Azure: a virtual machine has it, or an operation on it has not ended",
      mends: {
        who: "backend",
        how: "look up in Azure which virtual machine manages the disk, and detach it there if nothing uses it",
      },
      retry: "after",
      where: "pkg/azuredisk/azure_controller_common.go AttachDisk",
    },
    {
      says: /since it's in \S+ state/,
      subject: "the disk",
      cause: "is in a state that does not allow its deletion",
      mends: { who: "backend", how: "end what uses the disk in Azure" },
      retry: "after",
      where: "pkg/azuredisk/azure_controller_common.go",
    },
    {
      says: /could not find enough disk luns|maximum number of data disks allowed to be attached/,
      subject: "the node",
      cause: "has as many disks attached as its machine size allows",
      mends: { who: "owner", how: "let the pod run on another node" },
      retry: "after",
      where: "pkg/azuredisk/azure_controller_common.go SetDiskLun, the Azure API",
    },
    {
      says: /is in ToBeDetached state/,
      subject: "the disk",
      cause: "is being detached from that node",
      retry: "alone",
      where: "pkg/azuredisk/azure_controller_common.go GetDiskLun",
    },
    {
      says: /parameter is only applicable in/,
      subject: "the disk type of the StorageClass",
      cause: "does not allow its parameters",
      mends: { who: "cluster", how: "create another StorageClass" },
      retry: "never",
      where: "pkg/azuredisk/azure_managedDiskController.go CreateManagedDisk",
    },
    {
      says: /AuthorizationFailed|AuthorizationFailure/,
      subject: "the identity of the driver",
      cause: "lacks a permission in Azure",
      mends: { who: "backend", how: "grant the permission to that identity" },
      retry: "after",
      where: "docs/driver-parameters.md, the Azure API",
    },
  ],
};
