import { attached, created, mounted, removed, resized } from "./wrap.ts";

/** The same for the drivers of storage arrays and of vSphere. */
export const ofArrays: Readonly<Record<string, readonly string[]>> = {
  "csi-vxflexos.dellemc.com": [
    created("error when creating volume k8s-1: Volume name already in use. Please use a different name."),
    created("'Volume name' already exists and size is different", "AlreadyExists"),
    mounted("Device already in use and mounted elsewhere for privTgt /var/lib/kubelet/plugins/x/disks/1-2"),
    removed("systemID is not found in vol ID and there is no default system"),
    mounted("node does not support NVMe", "FailedPrecondition"),
  ],
  "csi-powermax.dellemc.com": [
    attached("Volume already part of multiple Masking views"),
    created("Requested capacity is smaller than the source", "InvalidArgument"),
    created("missing Unisphere endpoint", "FailedPrecondition"),
  ],
  "csi.hpe.com": [
    attached(
      "Failed to add ACL to volume pvc-1 via CSP, err: (VLUN creation error: failed to find any ready target port on array 10.0.0.192)",
    ),
    removed(
      'Error while deleting volume pvc-1, err: models.ErrorStruct{Code:6, Description:"invalid session key"}',
    ),
    mounted("Error creating device for volume pvc-1, err: device not found with serial 60002ac or target"),
  ],
  "csi-powerstore.dellemc.com": [
    attached("could not get iscsiTargets: can't get iscsi target address"),
    removed("snapshots based on this volume still exist", "FailedPrecondition"),
    removed("volume with ID '1' is still attached to host h1"),
    resized("volume exceeds allowed limit", "csi-powerstore.dellemc.com", "OutOfRange"),
    created("failed to find array with given ID PS1", "InvalidArgument"),
  ],
  "pure-csi": [created("(root): Invalid type. Expected: object, given: null")],
  "csi.trident.netapp.io": [
    created(
      'object is being deleted: tridenttransactions.trident.netapp.io "pvc-1" already exists',
      "Unknown",
    ),
    created(
      "encountered error(s) in creating the volume: [backend cannot satisfy create request for volume prod_pvc_1: API status: failed, Reason: Ruleset default not found.]",
      "Unknown",
    ),
    created("no available backends for storage class gold", "Unknown"),
    created(
      'no suitable online backend with "gold" storage class and "1073741824" of free space was found',
      "Unknown",
    ),
    removed("unable to delete snapshot s1 as it is a source for volume v2", "Unknown"),
    created("backend nas1 was not found", "Unknown"),
    mounted("LUKS passphrase cannot be empty", "InvalidArgument"),
    created("cannot create raw-block volume pvc-1 with file system nfs", "InvalidArgument"),
  ],
  "csi-unity.dellemc.com": [
    attached("runid=608 Volume has been published to a different host already.", "Aborted"),
    mounted("runid=2041 Volume csivol-1 has not been published to this node n1.", "Aborted"),
    'MapVolume.SetUpDevice failed for volume "pv-1" : rpc error: code = Internal desc = runid=44 Unable to find device after multiple discovery attempts: [device sdb found but failed to read data from it]',
    removed("runid=3 Volume sv_1 can not be deleted as it has associated snapshots.", "FailedPrecondition"),
    removed(
      "runid=3 Filesystem fs_1 can not be deleted as it has associated NFS or SMB shares.",
      "FailedPrecondition",
    ),
    removed(
      "runid=3 Delete volume from storage array failed, since it still has host access.",
      "FailedPrecondition",
    ),
    attached("runid=7 Find Host Failed unable to find host n1", "NotFound"),
    created("runid=8 'Volume name' already exists and size is different.", "AlreadyExists"),
    created("runid=9 Requested size 2 should be same as source volume size 1", "InvalidArgument"),
    resized(
      "runid=9 Expand Volume not supported for cloned filesystems(snapshot on array)",
      "csi-unity.dellemc.com",
      "Unimplemented",
    ),
  ],
  "csi.vsphere.vmware.com": [
    attached(
      'failed to attach disk: "v1" with node: "n1" err failed to attach cns volume: "v1" to node vm: "VirtualMachine:vm-1". fault: "(*types.LocalizedMethodFault)(0xc0001)({\\n Fault: (*types.ResourceInUse)(0xc0002)({\\n Name: (string) (len=6) \\"volume\\"\\n }),\\n LocalizedMessage: (string) (len=32) \\"The resource \'volume\' is in use.\\"\\n})\\n". opId: "2bdb"',
    ),
    attached("CNS: Failed to attach disk when calling AttachDisk:Fault cause: vim.fault.InvalidState"),
    attached(
      'failed to attach cns volume: "v1". LocalizedMessage: The object or item referred to could not be found. Volume with ID v1 is not registered as CNS Volume.',
    ),
    removed('volume: "v1" with existing snapshots [s1] cannot be deleted', "FailedPrecondition"),
    created("No compatible shared datastores found for storage policy gold"),
    created("failed to find datastore compatibility"),
    mounted("disk: 6000c2911aa5 not attached to node", "NotFound"),
    attached("failed to find VirtualMachine for node: n1. Error: node wasn't found"),
    attached("failed to attach disk: time out for task Task:task-1"),
  ],
};
