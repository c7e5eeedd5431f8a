import type { Denied, MissingThing, Sign } from "../../../src/evidence/index.ts";

/** What an error of a driver says, and what is read of it. The names in it are made up; the wording is its driver's. */
export interface Row {
  readonly driver: string;
  /** Where that wording comes from. */
  readonly source: string;
  readonly text: string;
  /** What the disk is called, where the error is about one. */
  readonly disk?: string;
  readonly cause: string;
  readonly denied?: Denied;
  readonly missing?: readonly ("this-disk" | "another-disk" | "this-disk-there" | MissingThing | "unsaid")[];
  readonly named?: string;
  readonly signs?: readonly Sign[];
}

export const rows: readonly Row[] = [
  {
    driver: "EBS",
    source: "kubernetes-sigs/aws-ebs-csi-driver#1801",
    text: 'rpc error: code = Internal desc = Could not detach volume "vol-1" from node "i-1": error listing AWS instances: operation error EC2: DescribeInstances, get identity: get credentials: failed to refresh cached credentials, no EC2 IMDS role found, operation error ec2imds: GetMetadata, request canceled, context deadline exceeded',
    cause:
      "operation error EC2: DescribeInstances, get identity: get credentials: failed to refresh cached credentials, no EC2 IMDS role found, operation error ec2imds: GetMetadata, request canceled, context deadline exceeded",
  },
  {
    driver: "GCE PD",
    source: "kubernetes-sigs/gcp-compute-persistent-disk-csi-driver#1129",
    text: "rpc error: code = Internal desc = unknown Attach error: failed cloud service attach disk call: googleapi: Error 403: Too many pending operations on a resource., rateLimitExceeded",
    cause:
      "unknown Attach error: failed cloud service attach disk call: googleapi: Error 403: Too many pending operations on a resource., rateLimitExceeded",
  },
  {
    driver: "EBS",
    source: "kubernetes-sigs/aws-ebs-csi-driver#1449",
    text: 'failed to provision volume with StorageClass "default": rpc error: code = Internal desc = Could not create volume "pvc-1": could not create volume in EC2: UnauthorizedOperation: You are not authorized to perform this operation. Encoded authorization failure message: abc status code: 403, request id: d2c',
    cause:
      "UnauthorizedOperation: You are not authorized to perform this operation. Encoded authorization failure message: abc status code: 403, request id: d2c",
    denied: "driver",
  },
  {
    driver: "EBS",
    source: "aws/karpenter-provider-aws#1775",
    text: 'AttachVolume.Attach failed for volume "pvc-1" : rpc error: code = Internal desc = Could not attach volume "vol-1" to node "i-1": could not attach volume "vol-1" to node "i-1": UnauthorizedOperation: You are not authorized to perform this operation.',
    cause: "UnauthorizedOperation: You are not authorized to perform this operation.",
    denied: "driver",
  },
  {
    driver: "EBS",
    source: "kubernetes-sigs/aws-ebs-csi-driver pkg/cloud/cloud.go DetachDisk",
    text: 'rpc error: code = Internal desc = Could not detach volume "vol-1" from node "i-1": operation error EC2: DetachVolume, https response error StatusCode: 400, RequestID: 7d1a9f6e-31f6, api error InvalidVolume.NotFound: The volume \'vol-1\' does not exist.',
    disk: "vol-1",
    cause: "InvalidVolume.NotFound: The volume 'vol-1' does not exist.",
    missing: ["this-disk"],
  },
  {
    driver: "EBS",
    source: "kubernetes-sigs/aws-ebs-csi-driver pkg/driver/controller.go ControllerPublishVolume",
    text: 'rpc error: code = NotFound desc = Instance "i-0n1" not found',
    disk: "vol-1",
    cause: 'Instance "i-0n1" not found',
    missing: ["instance"],
    named: "i-0n1",
  },
  {
    driver: "EBS",
    source:
      "kubernetes-sigs/aws-ebs-csi-driver pkg/driver/controller.go CreateSnapshot; the EC2 API's SnapshotLimitExceeded",
    text: 'Failed to check and update snapshot content: failed to take snapshot of the volume vol-1: "rpc error: code = Internal desc = SnapshotLimitExceeded: Maximum allowed snapshots reached"',
    cause: "SnapshotLimitExceeded: Maximum allowed snapshots reached",
    signs: ["limit"],
  },
  {
    driver: "GCE PD",
    source: "openshift/release#7550",
    text: "AttachVolume.Attach failed for volume \"pvc-1\" : GCE 200 - RESOURCE_IN_USE_BY_ANOTHER_RESOURCE: The disk resource 'projects/p/zones/z/disks/pvc-1' is already being used by 'projects/p/zones/z/instances/n-1'",
    cause:
      "GCE 200 - RESOURCE_IN_USE_BY_ANOTHER_RESOURCE: The disk resource 'projects/p/zones/z/disks/pvc-1' is already being used by 'projects/p/zones/z/instances/n-1'",
    signs: ["in-use"],
  },
  {
    driver: "GCE PD",
    source: "kubernetes/kubernetes#32492",
    text: "rpc error: code = Internal desc = Failed to delete disk pd-1: googleapi: Error 400: The disk resource 'pd-1' is already being used by 'gke-n-1', resourceInUseByAnotherResource",
    disk: "pd-1",
    cause: "The disk resource 'pd-1' is already being used by 'gke-n-1', resourceInUseByAnotherResource",
    signs: ["in-use"],
  },
  {
    driver: "GCE PD",
    source:
      "kubernetes-sigs/gcp-compute-persistent-disk-csi-driver pkg/gce-cloud-provider/compute/gce-compute.go",
    text: "rpc error: code = PermissionDenied desc = googleapi: Error 403: Required 'compute.disks.delete' permission for 'projects/p/zones/z/disks/pd-1', forbidden",
    disk: "pd-1",
    cause: "Required 'compute.disks.delete' permission for 'projects/p/zones/z/disks/pd-1', forbidden",
    denied: "driver",
  },
  {
    driver: "GCE PD",
    source: "kubernetes-sigs/gcp-compute-persistent-disk-csi-driver#1146",
    text: 'failed to provision volume with StorageClass "fast": rpc error: code = Internal desc = Failed to Create: failed when waiting for zonal op: operation operation-1 failed (RESOURCE_POOL_EXHAUSTED): request 6a1c to https://disks.example.com/v1/projects/acme/zones/eu-1b/disks: the quota SSD_TOTAL_GB is exceeded: limit 500 GiB, in use 498 GiB',
    cause:
      "operation operation-1 failed (RESOURCE_POOL_EXHAUSTED): request 6a1c to https://disks.example.com/v1/projects/acme/zones/eu-1b/disks: the quota SSD_TOTAL_GB is exceeded: limit 500 GiB, in use 498 GiB",
    signs: ["no-room"],
  },
  {
    driver: "Azure disk",
    source: "kubernetes-sigs/azuredisk-csi-driver#2609",
    text: 'failed to provision volume with StorageClass "des": rpc error: code = Internal desc = Retriable: false, RetryAfter: 0s, HTTPStatusCode: 403, RawError: {"error":{"code":"LinkedAuthorizationFailed","message":"The client \'c\' with object id \'o\' does not have permission to perform action \'Microsoft.Compute/diskEncryptionSets/read\' on the linked scope."}}',
    cause:
      "The client 'c' with object id 'o' does not have permission to perform action 'Microsoft.Compute/diskEncryptionSets/read' on the linked scope.",
    denied: "driver",
  },
  {
    driver: "Azure disk",
    source: "kubernetes/kubernetes#78657",
    text: 'AttachVolume.Attach failed for volume "pvc-1" : Attach volume "disk-1" to instance "vm-11" failed with compute.VirtualMachineScaleSetVMsClient#Update: Failure sending request: StatusCode=409 -- Original Error: Code="AttachDiskWhileBeingDetached" Message="Cannot attach data disk \'disk-1\' to VM \'vm-11\' because the disk is currently being detached."',
    cause:
      "Code=\"AttachDiskWhileBeingDetached\" Message=\"Cannot attach data disk 'disk-1' to VM 'vm-11' because the disk is currently being detached.\"",
  },
  {
    driver: "Azure disk",
    source: "kubernetes-sigs/azuredisk-csi-driver pkg/azuredisk/controllerserver.go ControllerPublishVolume",
    text: "rpc error: code = Internal desc = Attach volume failed: The maximum number of data disks allowed to be attached to a VM of this size is 8.",
    cause: "The maximum number of data disks allowed to be attached to a VM of this size is 8.",
    signs: ["limit"],
  },
  {
    driver: "Azure file",
    source: "kubernetes-sigs/azurefile-csi-driver#1111",
    text: "rpc error: code = Internal desc = DeleteFileShare pvc-1 under account(acc) rg(rg-1) failed with error: storage: service returned error: StatusCode=403, ErrorCode=AuthorizationFailure, ErrorMessage=This request is not authorized to perform this operation.",
    cause:
      "storage: service returned error: StatusCode=403, ErrorCode=AuthorizationFailure, ErrorMessage=This request is not authorized to perform this operation.",
    denied: "driver",
  },
  {
    driver: "vSphere",
    source: "kubernetes-sigs/vsphere-csi-driver#1132",
    text: "rpc error: code = FailedPrecondition desc = volume: 9688b135 with existing snapshots [2c48418f] cannot be deleted, please delete snapshots before deleting the volume",
    disk: "9688b135",
    cause:
      "volume: 9688b135 with existing snapshots [2c48418f] cannot be deleted, please delete snapshots before deleting the volume",
    signs: ["snapshots"],
  },
  {
    driver: "vSphere",
    source: "kubernetes-sigs/vsphere-csi-driver#1335",
    text: "rpc error: code = Internal desc = failed to delete volume: \"1f0e3d9a\". Error: ServerFaultCode: The resource 'volume' is in use.",
    disk: "1f0e3d9a",
    cause: "The resource 'volume' is in use.",
    signs: ["in-use"],
  },
  {
    driver: "vSphere",
    source:
      "kubernetes-sigs/vsphere-csi-driver pkg/csi/service/vanilla/controller.go ControllerUnpublishVolume",
    text: 'rpc error: code = Internal desc = failed to find VirtualMachine for node:"worker-7". Error: node wasn\'t found',
    disk: "1f0e3d9a",
    cause: "node wasn't found",
    missing: ["node", "instance"],
  },
  {
    driver: "Ceph RBD",
    source: "ceph/ceph-csi#1820",
    text: "rpc error: code = Internal desc = rbd csi-vol-1 is still being used",
    disk: "1",
    cause: "rbd csi-vol-1 is still being used",
    signs: ["in-use"],
  },
  {
    driver: "Ceph RBD",
    source: "ceph/ceph-csi#157",
    text: 'failed to remove finalizer for persistentvolume: persistentvolumes "pvc-1" is forbidden: User "system:serviceaccount:default:rbd-csi-provisioner" cannot update resource "persistentvolumes" in API group "" at the cluster scope',
    disk: "pvc-1",
    cause:
      'persistentvolumes "pvc-1" is forbidden: User "system:serviceaccount:default:rbd-csi-provisioner" cannot update resource "persistentvolumes" in API group "" at the cluster scope',
    denied: "service-account",
    signs: ["finalizer-forbidden"],
  },
  {
    driver: "Ceph RBD",
    source: "ceph/ceph-csi internal/util/credentials.go",
    text: 'rpc error: code = Internal desc = failed to get secrets: error getting secret csi in namespace rook: secrets "csi" not found',
    cause: 'secrets "csi" not found',
    missing: ["secret"],
    named: "csi",
    signs: ["secret"],
  },
  {
    driver: "CephFS",
    source: "ceph/ceph-csi#1646",
    text: "rpc error: code = FailedPrecondition desc = volume has snapshots: rados: ret=-39, Directory not empty: \"subvolume 'csi-vol-1' has snapshots\"",
    cause:
      "volume has snapshots: rados: ret=-39, Directory not empty: \"subvolume 'csi-vol-1' has snapshots\"",
    signs: ["snapshots"],
  },
  {
    driver: "CephFS",
    source: "ceph/ceph-csi internal/cephfs/core/volume.go",
    text: "rpc error: code = Internal desc = rados: ret=-1, Operation not permitted: Permission denied",
    cause: "rados: ret=-1, Operation not permitted: Permission denied",
    denied: "driver",
  },
  {
    driver: "Longhorn",
    source: "longhorn/longhorn#10146",
    text: 'AttachVolume.Attach failed for volume "pvc-6" : rpc error: code = Aborted desc = volume pvc-6 is not ready for workloads',
    cause: "volume pvc-6 is not ready for workloads",
  },
  {
    driver: "Longhorn",
    source: "longhorn/longhorn#4798",
    text: 'AttachVolume.Attach failed for volume "pvc-d" : rpc error: code = DeadlineExceeded desc = volume pvc-d failed to attach to node ip-10-8-35-89',
    cause: "volume pvc-d failed to attach to node ip-10-8-35-89",
    signs: ["timed-out"],
  },
  {
    driver: "NFS",
    source: "kubernetes/kubernetes#108963",
    text: 'MountVolume.SetUp failed for volume "pv01" : mount failed: exit status 32\nMounting command: mount\nMounting arguments: -t nfs 192.0.2.16:/nfs_share /var/lib/kubelet/pods/c9/volumes/kubernetes.io~nfs/pv01\nOutput: mount.nfs: access denied by server while mounting 192.0.2.16:/nfs_share',
    cause: "mount.nfs: access denied by server while mounting 192.0.2.16:/nfs_share",
    denied: "client",
    signs: ["nfs"],
  },
  {
    driver: "NFS",
    source: "kubernetes/kubernetes pkg/volume/nfs/nfs.go TearDownAt; nfs-utils umount.nfs(8)",
    text: 'UnmountVolume.TearDown failed for volume "pv-home": unmount failed: exit status 16: umount.nfs: connection timed out',
    cause: "umount.nfs: connection timed out",
    signs: ["nfs", "timed-out"],
  },
  {
    driver: "TopoLVM",
    source: "topolvm/topolvm#655",
    text: 'resize volume "pvc-0" by resizer "topolvm.io" failed: rpc error: code = Internal desc = not enough space',
    cause: "not enough space",
    signs: ["no-room"],
  },
  {
    driver: "local-path",
    source: "rancher/local-path-provisioner#265",
    text: 'failed to provision volume with StorageClass "local-path": failed to create volume pvc-c: create process timeout after 120 seconds',
    cause: "create process timeout after 120 seconds",
    signs: ["timed-out"],
  },
  {
    driver: "local-path",
    source: "rancher/local-path-provisioner provisioner.go, which runs rm -rf in a helper pod; rm(1)",
    text: "failed to delete volume pvc-c1: rm: can't remove '/opt/local-path-provisioner/pvc-c1_lab_results/run7/.locked': Permission denied",
    cause:
      "rm: can't remove '/opt/local-path-provisioner/pvc-c1_lab_results/run7/.locked': Permission denied",
    denied: "file",
  },
  {
    driver: "local static",
    source: "kubernetes-sigs/sig-storage-local-static-provisioner pkg/deleter/deleter.go deletePV",
    text: 'Error cleaning PV "local-pv-77": failed to get volume mode of path "/disks/ssd3": Directory check for "/disks/ssd3" failed: open /disks/ssd3: no such file or directory',
    cause: "open /disks/ssd3: no such file or directory",
    missing: ["path"],
    named: "/disks/ssd3",
  },
  {
    driver: "Cinder",
    source: "OpenStack Cinder volume/api.py check_volume; php-opencloud/openstack#233 quotes it",
    text: "rpc error: code = Internal desc = DeleteVolume failed with error Bad request: Invalid volume: Volume status must be available or error or error_restoring or error_extending or error_managing and must not be migrating, attached, belong to a group, have snapshots, awaiting a transfer, or be disassociated from snapshots after volume transfer.",
    cause:
      "Bad request: Invalid volume: Volume status must be available or error or error_restoring or error_extending or error_managing and must not be migrating, attached, belong to a group, have snapshots, awaiting a transfer, or be disassociated from snapshots after volume transfer.",
  },
  {
    driver: "Cinder",
    source:
      "kubernetes/cloud-provider-openstack pkg/csi/cinder/controllerserver.go ControllerUnpublishVolume",
    text: "rpc error: code = Internal desc = ControllerUnpublishVolume Detach Volume failed with error failed to detach volume c1d3 from compute 8a1: Invalid volume: status must be in-use",
    cause: "Invalid volume: status must be in-use",
  },
  {
    driver: "any, resized by the node",
    source:
      "kubernetes/kubernetes pkg/volume/util/operationexecutor/operation_generator.go; democratic-csi/democratic-csi#392",
    text: 'MountVolume.Setup failed while expanding volume for volume "pv1" : Expander.NodeExpand failed to expand the volume : rpc error: code = Internal desc = resize2fs: Permission denied to resize filesystem',
    cause: "resize2fs: Permission denied to resize filesystem",
    denied: "file",
  },
  {
    driver: "any, mounted by the node",
    source: "mount(8), as the drivers' node plugins quote it",
    text: 'MountVolume.MountDevice failed for volume "pv1" : rpc error: code = Internal desc = mount failed: exit status 32: wrong fs type, bad option, bad superblock on /dev/sdq',
    cause: "wrong fs type, bad option, bad superblock on /dev/sdq",
    signs: ["bad-file-system"],
  },
  {
    driver: "any, and its password ran out",
    source: "a REST client of an array, as it words a login that is refused",
    text: "rpc error: code = Internal desc = failed to delete volume v-1: DELETE https://array-1.example.org/api/v3/volumes/0f9d?force=false: request 7d1a answered 401 after 10 attempts: the password of service account csi-prod expired on 2026-11-19",
    disk: "v-1",
    cause:
      "DELETE https://array-1.example.org/api/v3/volumes/0f9d?force=false: request 7d1a answered 401 after 10 attempts: the password of service account csi-prod expired on 2026-11-19",
    denied: "driver",
  },
  {
    driver: "any, without its secret",
    source:
      "kubernetes-csi/external-provisioner pkg/controller/controller.go handleSecretsForDeletion: it goes on without",
    text: "rpc error: code = InvalidArgument desc = required credentials were not provided in the request secrets",
    cause: "required credentials were not provided in the request secrets",
    signs: ["invalid-request"],
  },
  {
    driver: "any, mounted by the node",
    source: "cryptsetup(8); hetznercloud/csi-driver#571",
    text: 'MountVolume.MountDevice failed for volume "pv1" : rpc error: code = Internal desc = failed to stage volume: Device /dev/disk/by-id/scsi-1 does not exist or access denied.',
    cause: "Device /dev/disk/by-id/scsi-1 does not exist or access denied.",
    missing: ["path"],
  },
  {
    driver: "any, mounted by the node",
    source: "tytso/e2fsprogs resize/main.c; democratic-csi/democratic-csi#85",
    text: 'MountVolume.MountDevice failed for volume "pv1" : rpc error: code = Internal desc = resize2fs: Superblock checksum does not match superblock while trying to open /dev/sdb',
    cause: "resize2fs: Superblock checksum does not match superblock while trying to open /dev/sdb",
    signs: ["bad-file-system"],
  },
  {
    driver: "external-attacher",
    source: "kubernetes-csi/external-attacher pkg/controller/csi_handler.go getNodeID",
    text: 'csinode.storage.k8s.io "spot-9" not found',
    disk: "v-1",
    cause: 'csinode.storage.k8s.io "spot-9" not found',
    missing: ["registration"],
    named: "spot-9",
    signs: ["not-in-csinode"],
  },
  {
    driver: "external-attacher",
    source: "kubernetes-csi/external-attacher pkg/controller/csi_handler.go csiDetach",
    text: 'could not mark as detached: volumeattachments.storage.k8s.io "csi-8c2" is forbidden: User "system:serviceaccount:kube-system:ebs" cannot patch resource "volumeattachments/status" in API group "storage.k8s.io" at the cluster scope',
    cause:
      'volumeattachments.storage.k8s.io "csi-8c2" is forbidden: User "system:serviceaccount:kube-system:ebs" cannot patch resource "volumeattachments/status" in API group "storage.k8s.io" at the cluster scope',
    denied: "service-account",
  },
  {
    driver: "kubelet",
    source: "kubernetes/kubernetes pkg/volume/plugins.go FindPluginBySpec; rancher/rke2#4770",
    text: 'Unable to attach or mount volumes: unmounted volumes=[data], unattached volumes=[], failed to process volumes=[data]: failed to get Plugin from volumeSpec for volume "pv1" err=no volume plugin matched',
    cause: 'failed to get Plugin from volumeSpec for volume "pv1" err=no volume plugin matched',
    missing: ["other"],
    signs: ["no-plugin"],
  },
  {
    driver: "kubelet",
    source: "kubernetes/kubernetes pkg/kubelet/kubelet.go killPod; the container runtime's error",
    text: 'error killing pod: failed to "KillContainer" for "ocr" with KillContainerError: "rpc error: code = DeadlineExceeded desc = context deadline exceeded"',
    cause: "context deadline exceeded",
    signs: ["timed-out"],
  },
  {
    driver: "PV controller",
    source: "kubernetes/kubernetes pkg/controller/volume/persistentvolume/pv_controller.go provisionClaim",
    text: 'storageclass.storage.k8s.io "silver" not found',
    cause: 'storageclass.storage.k8s.io "silver" not found',
    missing: ["class"],
    named: "silver",
  },
  {
    driver: "csi-snapshotter",
    source: "alibaba/open-local#184",
    text: 'Failed to delete snapshot: rpc error: code = Internal desc = DeleteSnapshot: fail to get pvc: persistentvolumeclaims "data" not found',
    cause: 'DeleteSnapshot: fail to get pvc: persistentvolumeclaims "data" not found',
    missing: ["claim"],
    named: "data",
  },
];
