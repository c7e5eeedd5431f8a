import { attached, created, mounted, removed, resized, setUp, snapped } from "./wrap.ts";

const gluster = 'Failed to provision volume with StorageClass "gluster": failed to create volume: ';

/** The same for the drivers of storage that the cluster itself has, or that a share gives. */
export const ofClusters: Readonly<Record<string, readonly string[]>> = {
  "rook-ceph.rbd.csi.ceph.com": [
    created("rados: ret=-2, No such file or directory: \"subvolume group 'csi' does not exist\""),
    created("volume not found"),
    removed("rbd csi-vol-1 is still being used"),
    removed("volume has snapshots"),
    created("flatten in progress: flatten is in progress for image csi-vol-1", "Aborted"),
    created('failed to fetch monitor list using clusterID (c1): missing configuration for cluster ID "c1"'),
    created("pool not found: pool (replicapool) not found in Ceph cluster"),
    created("image needs to be recreated"),
  ],
  "kubernetes.io/glusterfs": [
    `${gluster}failed to create volume: No space`,
    `${gluster}failed to create glusterfs REST client, REST server authentication failed`,
    `${gluster}failed to create volume: Post http://10.0.0.1:8080/volumes: timeout`,
    `${gluster}failed to create endpoint/service shop/glusterfs-dynamic-data: failed to create endpoint: forbidden`,
    setUp('endpoints "glusterfs-cluster" not found'),
    setUp("mount failed: mount failed: exit status 32\nOutput: mount: unknown filesystem type 'glusterfs'"),
    setUp(
      "mount failed: exit status 1 the following error information was pulled from the glusterfs log to help diagnose this issue:\n0-mgmt: failed to fetch volume file (key:vol_1)",
    ),
  ],
  "linstor.csi.linbit.com": [
    attached("ControllerPublishVolume failed for pvc-1: failed to attach resource with no deployed replica"),
    attached("ControllerPublishVolume failed for pvc-1: two other resources already InUse"),
    mounted("NodePublishVolume failed for pvc-1: failed to set source device readwrite: exit status 1"),
    created("NFS export not enabled", "InvalidArgument"),
    removed("failed to delete snapshot: backup is still the base of a newer incremental backup"),
    created(
      "CreateVolume failed for pvc-1: unsupported access mode MULTI_NODE_MULTI_WRITER",
      "InvalidArgument",
    ),
    resized(
      "ControllerExpandVolume: storage only support expand does not support reduce",
      "linstor.csi.linbit.com",
    ),
  ],
  "csi.juicefs.com": [
    mounted(
      "Could not mount juicefs: mount redis://db:6379/1 at /jfs/pvc-1-a failed: mount isn't ready in 30 seconds",
    ),
    mounted(
      "Could not mount juicefs: mount pvc-1 failed: mount pod juicefs-n1-pvc-1-abcdef deleting timeout",
    ),
    created(
      "Could not createVol in juicefs: waitUtilJobCompleted: job juicefs-1-createvol isn't completed: dial tcp: lookup db: no such host",
    ),
  ],
  "csi.san.synology.com": [created("Couldn't find any host available to create Volume")],
  "rancher.io/local-path": [
    'failed to provision volume with StorageClass "local-path": claim.Spec.Selector is not supported',
    'failed to provision volume with StorageClass "local-path": NodePath only supports ReadWriteOnce and ReadWriteOncePod (1.22+) access modes',
    'failed to provision volume with StorageClass "local-path": no local path available on node n1',
    'failed to provision volume with StorageClass "local-path": failed to create volume pvc-1: create process timeout after 120 seconds',
  ],
  "kubernetes.io/local-volume": [
    'MountVolume.NewMounter initialization failed for volume "pv-1" : path "/mnt/disks/ssd1" does not exist',
    'MountVolume.NewMounter initialization failed for volume "pv-1" : only directory and block device are supported',
  ],
  "driver.longhorn.io": [
    attached("volume pvc-1 is not ready for workloads", "Aborted"),
    attached("volume pvc-1 failed to attach to node n1", "Internal"),
    created("volume pvc-1 size 1073741824 differs from requested size 2147483648", "AlreadyExists"),
    created(
      "cannot clone volume: the requested size (2) is different than the source volume size (1)",
      "OutOfRange",
    ),
    resized("volume pvc-1 invalid state faulted for controller volume expansion", "driver.longhorn.io"),
    resized("Invalid volume state attached for expansion", "driver.longhorn.io"),
    snapped("backup target default is not available", "Unavailable"),
    created("failed to restore CSI snapshot bak://pvc-0/backup-1: cannot find the backup", "NotFound"),
  ],
  "io.openebs.csi-mayastor": [
    attached(
      'Operation failed: PreconditionFailed("RestJsonError { message: \\"SvcError :: NoOnlineReplicas: No online replicas are available for Volume \'6e9b\'\\" }")',
    ),
    attached(
      "RestJsonError { details: \"Entry with key 'f265' not found in the persistent store.\", kind: NotFound }",
      "NotFound",
    ),
    attached(
      "Operation failed: GenericOperation(500, \"RestJsonError { details: 'create_nexus::status: Internal, message: Failed to acquire write exclusive reservation on child nvmf://r1 of nexus 6e9b: Failed to register key for child'\"",
      "Internal",
    ),
    mounted("Failed to stage volume 17f6: device attach timeout", "Unavailable"),
    created("No available online nodes"),
    created("Node 'io-engine-1' is not online"),
    created("Volume '6e9b' is still being created.."),
    removed("Resource id 6e9b still in use"),
  ],
  "nfs.csi.k8s.io": [
    created("failed to mount nfs server: rpc error: code = Internal desc = mount failed: exit status 32"),
    removed("failed to delete archived subdirectory /tmp/archived-pvc-1: busy"),
    created("block volume capability not supported", "InvalidArgument"),
    created("volume context: path contains directory traversal sequence", "InvalidArgument"),
  ],
  "local.csi.openebs.io": [
    created(
      'lvm: could not create volume vg1/pvc-1 error: Volume group "vg1" has insufficient free space (10 extents): 20 required.',
    ),
    created("scheduler failed, not able to select a node to create the PV"),
    resized(
      "ControllerExpandVolume: unable to resize volume pvc-1 with 2 active snapshots",
      "local.csi.openebs.io",
    ),
    mounted("verifyMount: volume is owned by different node"),
    created("not able to provision the volume", "Internal"),
  ],
  "zfs.csi.openebs.io": [
    created("scheduler failed, node list is empty for creating the PV"),
    removed("can not delete, volume creation is in progress"),
    created("clone: volume size is not matching"),
    created("clone: different pool src pool a dst pool b"),
    created("not able to provision the volume"),
  ],
  "pxd.portworx.com": [
    setUp(
      "rpc error: code = Internal desc = failed  to attach volume: Non-shared volume is already attached on another node. Non-shared volumes can only be attached on one node at a time.",
    ),
    created("Unable to connect to SDK server: connection error", "Unavailable"),
    created("Resource has not been initialized", "Unavailable"),
    created("Timed out waiting for volume pvc-1 to be in ready state: timeout"),
    created(
      "Volume with same name pvc-1 is in the process of being deleted. Timed out waiting for deletion to complete: timeout",
    ),
    created("Existing volume has a size of 1 which differs from requested size of 2", "AlreadyExists"),
    created(
      "Volume id 81 got created but due to Internal issues is in Down State. The Volume creation needs to be retried.",
    ),
    removed(
      "Unable to delete volume with id 81: rpc error: code = PermissionDenied desc = Cannot delete volume 81",
      "Aborted",
    ),
    'UnmountVolume.TearDown failed for volume "data" : rpc error: code = Canceled desc = Unable to detach volume: device is in use',
    'UnmountVolume.TearDown failed for volume "data" : rpc error: code = Canceled desc = Mount path still exists: /var/lib/kubelet/pods/p/mount',
    setUp("rpc error: code = InvalidArgument desc = Trying to attach as block a non block device"),
  ],
  "smb.csi.k8s.io": [
    mounted("Error getting username and password from secret smbcreds in namespace default: not there"),
    created("failed to mount smb server: rpc error: code = Internal desc = mount failed: exit status 32"),
    mounted("Empty kerberos cache in secret", "InvalidArgument"),
    created("block volume capability not supported", "InvalidArgument"),
  ],
  "topolvm.io": [
    resized("not enough space", "topolvm.io"),
    created("can not find any node", "Internal"),
    created(
      "device class mismatch. Snapshots should be created with the same device class as the source.",
      "InvalidArgument",
    ),
    snapped("cannot take snapshot of non-thin volume"),
    created("thin pool is out of data space", "ResourceExhausted"),
    created("requested capacity exceeds limit capacity: requested=2 limit=1", "InvalidArgument"),
  ],
};
