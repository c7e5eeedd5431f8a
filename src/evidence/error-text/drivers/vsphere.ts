import type { KnownErrors } from "./known.ts";

/** vSphere. */
export const vsphere: KnownErrors = {
  drivers: ["csi.vsphere.vmware.com", "kubernetes.io/vsphere-volume"],
  source: "kubernetes-sigs/vsphere-csi-driver (of 2026-08-07)",
  errors: [
    {
      says: /ResourceInUse|The resource '[^']{0,80}' is in use/,
      subject: "vCenter",
      cause: "says that the disk is in use, most often because another virtual machine has it attached",
      mends: {
        who: "backend",
        how: "look up in vCenter which virtual machine has the disk, and detach it there only if no pod on that machine uses it",
      },
      retry: "after",
      where:
        "pkg/common/cns-lib/volume/manager.go AttachVolume; kubernetes-sigs/vsphere-csi-driver#320, #1175, #2506",
    },
    {
      says: /vim\.fault\.InvalidState|operation is not allowed in the current state/,
      subject: "vCenter",
      cause:
        "does not allow this in the state in which the disk or the virtual machine is; the data is not affected",
      mends: {
        who: "backend",
        how: "check in vCenter whether another machine, such as a deleted node, still has the disk",
      },
      retry: "after",
      where: "pkg/common/fault/constants.go VimFaultInvalidState; kubernetes-sigs/vsphere-csi-driver#1590",
    },
    {
      says: /is not registered as (?:a )?CNS [Vv]olume/,
      subject: "vCenter",
      cause:
        "does not have the disk in its list of container volumes (CNS); that says nothing about the disk itself",
      mends: {
        who: "backend",
        how: "look for the virtual disk on the datastore, and register it in CNS again; do not recreate the volume before that",
      },
      retry: "after",
      where: "the words of vCenter; kubernetes-sigs/vsphere-csi-driver#2954",
    },
    {
      says: /with existing snapshots/,
      subject: "the disk",
      cause: "still has snapshots",
      mends: { who: "backend", how: "delete the snapshots that are not needed" },
      retry: "after",
      where: "pkg/csi/service/vanilla/controller.go DeleteVolume",
    },
    {
      says: /No compatible shared datastores found/,
      subject: "no datastore",
      cause: "fits the storage policy and can be reached by all these hosts",
      mends: { who: "backend", how: "correct the storage policy, or make room on a datastore of it" },
      retry: "after",
      where: "pkg/csi/service/common/commonco/k8sorchestrator/topology.go",
    },
    {
      says: /failed to find datastore compatibility|storage policy with K8s compliant name \S+ not found/,
      subject: "the storage policy of the StorageClass",
      cause: "cannot be met, or is not found in vCenter",
      mends: { who: "backend", how: "correct the storage policy in vCenter" },
      retry: "after",
      where: "pkg/csi/service/common/vsphereutil.go",
    },
    {
      says: /disk: \S+ not attached to node/,
      subject: "the node",
      cause: "does not see the attached disk by its UUID",
      mends: {
        who: "backend",
        how: "set disk.EnableUUID=TRUE on the virtual machine of the node, or check in vCenter that the disk is attached to it",
      },
      retry: "after",
      where: "pkg/csi/service/node.go; kubernetes-sigs/vsphere-csi-driver#1787",
    },
    {
      says: /node wasn't found/,
      subject: "the virtual machine of the node",
      cause: "is not found in vCenter; that says nothing about the disk",
      mends: { who: "backend", how: "check the node in vCenter, and the permissions of the driver" },
      retry: "after",
      where: "pkg/common/cns-lib/node ErrNodeNotFound",
    },
    {
      says: /time out for task/,
      subject: "vCenter",
      cause: "has not finished the task yet",
      retry: "alone",
      where: "pkg/common/cns-lib/volume/manager.go",
    },
  ],
};
