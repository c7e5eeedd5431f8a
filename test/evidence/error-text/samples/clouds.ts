import { attached, created, mounted, removed, resized, snapped } from "./wrap.ts";

const azure = "/subscriptions/s/resourceGroups/rg/providers/Microsoft.Compute/disks/pvc-1";
const cifs = (output: string) =>
  mounted(
    `volume(rg#acct#share###ns) mount "//acct.file.core.windows.net/share" on "/globalmount" failed with mount failed: exit status 32\nMounting command: mount\nMounting arguments: -t cifs -o <masked>\nOutput: ${output}`,
  );
const ec2 = (call: string, code: string, text: string) =>
  `operation error EC2: ${call}, https response error StatusCode: 400, RequestID: 7d1a, api error ${code}: ${text}`;

/** For each driver of a cloud, an error for each entry of its table, in that order. */
export const ofClouds: Readonly<Record<string, readonly string[]>> = {
  "disk.csi.azure.com": [
    attached(
      `Could not detach volume ${azure} from node n1: {"error":{"code":"OperationNotAllowed","message":"Disk property change for disk 'pvc-1' is not allowed when disk is marked for deletion."}}`,
    ),
    attached(
      `Attach volume ${azure} to instance n1 failed with {"error":{"code":"AttachDiskWhileBeingDetached","message":"Cannot attach data disk 'pvc-1' to VM 'n1' because the disk is currently being detached or the last detach operation failed."}}`,
    ),
    resized(
      `failed to resize disk(${azure}) with error(RESPONSE 400: 400 Bad Request\n{\n"error": {"code": "BadRequest", "message": "Only Disk CachingType 'None' is supported for disk with size greater than 4095 GB."}\n})`,
      "disk.csi.azure.com",
    ),
    resized(
      "Cannot resize disk pvc-1 while it is attached to running VM /subscriptions/s/vm/1.",
      "disk.csi.azure.com",
    ),
    attached(
      `Attach volume ${azure} to instance n1 failed with RESPONSE 400: 400 Bad Request\nERROR CODE: BadRequest\n{\n"error": {"code": "BadRequest", "message": "Disk ${azure} cannot be attached to the VM because it is not in zone '2'."}\n}`,
    ),
    attached(
      "Attach volume failed: OperationPreempted: The operation has been preempted by a more recent one",
    ),
    attached(
      `volume ${azure} still has VolumeAttachments on node n2, refusing dangling detach`,
      "FailedPrecondition",
    ),
    removed(`disk(${azure}) already attached to node(/subscriptions/s/vm/1), could not be deleted`),
    attached(`state of disk(${azure}) is Reserved, not in expected Unattached state`),
    attached(`cannot attach disk ${azure} since it's in Deleting state`),
    attached("Attach volume failed: all LUNs are used, could not find enough disk luns"),
    attached("disk pvc-1 is in ToBeDetached state"),
    created("DiskIOPSReadWrite parameter is only applicable in UltraSSD_LRS disk type"),
    created('{"error":{"code":"AuthorizationFailed","message":"The client c has no access"}}'),
  ],
  "file.csi.azure.com": [
    mounted("failed to get secret azure-storage-account-acct-secret: not here", "Internal"),
    cifs("mount error(13): Permission denied"),
    cifs("mount error(2): No such file or directory"),
    cifs("mount error(115): Operation now in progress"),
    resized("vhd disk volume(share) is not supported on ControllerExpandVolume", "file.csi.azure.com"),
  ],
  "cinder.csi.openstack.org": [
    attached(
      "failed to attach 83a3 volume to 8e18 compute: Invalid volume: Volume status must be available to reserve, but the status is creating. (HTTP 400)",
    ),
    attached(
      'failed to attach 83a3 volume to 8e18 compute: Bad request with: [POST https://nova/servers/8e18/os-volume_attachments], error message: {"badRequest": {"code": 400, "message": "Invalid input received: Invalid volume: Volume 83a3 status must be available or downloading to reserve, but the current status is reserved. (HTTP 400)"}}',
    ),
    created("CreateVolume failed due to exceeded quota VolumeSizeExceedsAvailableQuota", "ResourceExhausted"),
    removed("DeleteVolume failed with error cannot delete the volume 83a3, it's still attached to a node"),
    attached("volume is in Error State"),
    attached(
      "failed to attach 83a3 volume to 8e18 compute: volume isn't in available state so we can not attach it. status: 83a3 in-use",
    ),
    attached("can not detach volume data, its status is detaching"),
    resized("volume cannot be resized, when status is in-use", "cinder.csi.openstack.org"),
    attached("volume 83a3 failed to be attached within the allotted time"),
    snapped("Backups are not enabled in Cinder"),
    created("Volume Already exists with same name and different capacity", "AlreadyExists"),
  ],
  "dobs.csi.digitalocean.com": [
    created("volume limit has been reached. Please contact support.", "ResourceExhausted"),
    attached("droplet 1 has pending action for volume vol-1", "Aborted"),
    attached("read only Volumes are not supported", "AlreadyExists"),
    created("volume capabilities cannot be satisified: unsupported access mode", "InvalidArgument"),
    created("invalid option requested size: required (17179869184Gi) can not exceed maximum", "OutOfRange"),
  ],
  "ebs.csi.aws.com": [
    created(
      `Could not create volume "pvc-1": ${ec2("CreateVolume", "VolumeLimitExceeded", "maximum gp3 storage")}`,
    ),
    created(
      `Could not create volume "pvc-1": ${ec2("CreateVolume", "MaxIOPSLimitExceeded", "maximum IOPS")}`,
    ),
    snapped(
      `Could not create snapshot "s": ${ec2("CreateSnapshot", "SnapshotLimitExceeded", "maximum snapshots")}`,
    ),
    attached(
      `Could not attach volume "vol-1" to node "i-1": ${ec2("AttachVolume", "AttachmentLimitExceeded", "28")}`,
    ),
    resized(
      `Could not resize volume "vol-1": ${ec2("ModifyVolume", "VolumeModificationRateExceeded", "6 hours")}`,
      "ebs.csi.aws.com",
    ),
    attached(
      `Could not detach volume "vol-1" from node "i-1": ${ec2("DetachVolume", "IncorrectState", "not now")}`,
    ),
    removed(`Could not delete volume "vol-1": ${ec2("DeleteVolume", "RequestLimitExceeded", "too many")}`),
    removed(`Could not delete volume "vol-1": ${ec2("DeleteVolume", "UnauthorizedOperation", "not you")}`),
    attached('Could not attach volume "vol-1" to node "i-1": volume vol-1 is stuck in attaching state'),
    attached(
      'Could not attach volume "vol-1" to node "i-1": attachment of disk "vol-1" failed, expected device to be attached but was attaching',
    ),
    created(
      'Could not create volume "pvc-1": there is already a disk with same name and different size',
      "AlreadyExists",
    ),
    created("CreateDisk: multi-attach is only supported for io2 volumes", "InvalidArgument"),
  ],
  "efs.csi.aws.com": [
    'MountVolume.SetUp failed for volume "pvc-1" : rpc error: code = Internal desc = Could not mount "fs-1:/" at "/var/lib/kubelet/pods/p/mount": mount failed: exit status 1\nMounting command: mount\nMounting arguments: -t efs -o tls fs-1:/ /var/lib/kubelet/pods/p/mount\nOutput: Failed to resolve "fs-1.efs.eu-west-1.amazonaws.com" - check that your file system ID is correct, and ensure that the VPC has an EFS mount target for this file system ID.\nSee https://docs.aws.amazon.com/console/efs/mount-dns-name for more detail.',
    'MountVolume.SetUp failed for volume "pvc-1" : rpc error: code = Internal desc = Could not mount "fs-1:/": mount failed: exit status 32\nOutput: mount.nfs4: access denied by server while mounting 127.0.0.1:/',
    'MountVolume.SetUp failed for volume "pvc-1" : rpc error: code = DeadlineExceeded desc = context deadline exceeded',
    created(
      "Access Denied. Please ensure you have the right AWS permissions: Access denied",
      "Unauthenticated",
    ),
    created("File System does not exist: Resource was not found", "InvalidArgument"),
    mounted("Cannot find mount targets for file system fs-1. Please create mount targets for file system."),
    mounted("No mount target for file system fs-1 is in available state"),
    created("Proposed path '/a/b' exceeds file system limit", "InvalidArgument"),
    created("Unable to initialize aws cloud: could not get metadata", "Unauthenticated"),
  ],
  "filestore.csi.storage.gke.io": [
    created("Volume modeInstance/z/pvc-1/vol1 is in state: CREATING", "DeadlineExceeded"),
    resized("Update operation ongoing for volume modeInstance/z/pvc-1/vol1", "filestore.csi.storage.gke.io"),
    resized(
      "Volume expansion not supported beyond small band",
      "filestore.csi.storage.gke.io",
      "InvalidArgument",
    ),
    created("Filestore does not support NFSv4.1 protocol with Basic tiers", "InvalidArgument"),
    created("googleapi: Error 429: no capacity in the zone", "ResourceExhausted"),
  ],
  "pd.csi.storage.gke.io": [
    created(
      "CreateVolume failed to create single zonal disk pvc-1: ZONE_RESOURCE_POOL_EXHAUSTED",
      "Unavailable",
    ),
    created(
      "CreateVolume failed to create single zonal disk pvc-1: QUOTA_EXCEEDED - SSD_TOTAL_GB",
      "ResourceExhausted",
    ),
    attached("failed cloud service attach disk call: RESOURCE_OPERATION_RATE_EXCEEDED"),
    attached(
      "unknown Attach error: failed cloud service attach disk call: googleapi: Error 403: Too many pending operations on a resource., rateLimitExceeded",
    ),
    attached(
      'ControllerPublish not permitted on node "projects/p/zones/z/instances/n1" due to backoff condition',
      "Unavailable",
    ),
    attached(
      "failed cloud service attach disk call: googleapi: Error 400: The disk resource 'projects/p/zones/z/disks/pvc-1' is already being used by 'projects/p/zones/z/instances/n2', RESOURCE_IN_USE_BY_ANOTHER_RESOURCE",
    ),
    attached(
      "unknown Attach error: failed cloud service attach disk call: googleapi: Error 400: The resource 'projects/p/zones/z/disks/pvc-1' is not ready, resourceNotReady",
    ),
    mounted(
      'Error when getting device path: rpc error: code = Internal desc = error verifying GCE PD ("pvc-1") is attached: failed to find and re-link disk pvc-1: udevadm --trigger requested to fix disk pvc-1 but no such disk was found',
    ),
    created("Violates GCP org policy: constraint customer-managed keys", "FailedPrecondition"),
    attached(
      "[pd-ssd] features is not a compatible disk type with the machine type c4-standard-8",
      "InvalidArgument",
    ),
    created("CreateVolume disk already exists with same name and is incompatible: size", "AlreadyExists"),
    created("CreateVolume failed: Cannot create a zonal disk clone from a regional disk", "InvalidArgument"),
    created("Cannot specify IOPS for disk type pd-standard", "InvalidArgument"),
  ],
  "csi.hetzner.cloud": [
    attached("failed to publish volume: max number of attachments per server reached", "ResourceExhausted"),
    attached("failed to publish volume: server is locked", "Unavailable"),
    attached(
      "failed to publish volume: volume is already attached to a server, please detach it first (service_error)",
    ),
    attached("failed to publish volume: server not found", "NotFound"),
    mounted(
      "failed to stage volume: requested encrypted volume, but disk /dev/sdb already is formatted with ext4",
    ),
  ],
  "linodebs.csi.linode.com": [
    attached("max number of volumes (8) already attached to instance", "ResourceExhausted"),
    removed("volume is in use", "FailedPrecondition"),
    resized("volume cannot be resized to be smaller", "linodebs.csi.linode.com"),
  ],
  "manila.csi.openstack.org": [
    mounted(
      "connecting to fwd plugin at unix:///var/lib/kubelet/plugins/csi-nfsplugin/csi.sock failed: no such file",
      "Unavailable",
    ),
    created("failed to create Manila v2 client: failed to authenticate", "Unauthenticated"),
    created("invalid OpenStack secrets: parameter os-authURL is required", "InvalidArgument"),
    mounted("volume a57 is in transient creating state", "Unavailable"),
    created("deadline exceeded while waiting for share a57 to become available", "DeadlineExceeded"),
    created(
      'failed to create a share (pvc-1): share a57 is in error state "error": No storage could be allocated',
    ),
    created(
      "failed to create a share (pvc-1): share a57 is in an unexpected state: wanted either creating or available, got deleting",
    ),
    created("failed to grant access to volume pvc-1: failed to list access rights: Forbidden"),
    snapped(
      "share protocol mismatch: requested snapshot of NFS volume a57, but share protocol selector is set to CEPHFS",
    ),
    created("restoring CephFS snapshots is not supported yet", "InvalidArgument"),
    mounted("Volume not found", "NotFound"),
  ],
  "csi.scaleway.com": [
    attached("max number of volumes reached for instance fr-par-1/1", "ResourceExhausted"),
    created("desired volume content source and desired topology are not compatible", "ResourceExhausted"),
    created("volume already exists with a different size", "AlreadyExists"),
    attached("volume is not available", "FailedPrecondition"),
  ],
};
