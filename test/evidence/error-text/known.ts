import type { Retry } from "../../../src/evidence/index.ts";

/** An error of a driver as it reaches a person, and what is known of it. The names in it are made up. */
export interface KnownRow {
  readonly driver: string;
  readonly text: string;
  /** The subject and the cause, as a sentence. */
  readonly means: string;
  readonly retry: Retry;
}

const failed = 'failed to provision volume with StorageClass "a": rpc error: code = ';

export const knownRows: readonly KnownRow[] = [
  {
    driver: "ebs.csi.aws.com",
    text: `${failed}Internal desc = Could not create volume "pvc-1": could not create volume in EC2: operation error EC2: CreateVolume, https response error StatusCode: 400, RequestID: 7d1a, api error VolumeLimitExceeded: You have exceeded your maximum gp3 storage limit`,
    means: "the AWS account has reached its limit of EBS volumes",
    retry: "after",
  },
  {
    driver: "efs.csi.aws.com",
    text: `${failed}InvalidArgument desc = File System does not exist: Resource was not found`,
    means: "the EFS file system of the StorageClass does not exist in this account and region",
    retry: "never",
  },
  {
    driver: "pd.csi.storage.gke.io",
    text: `${failed}Unavailable desc = CreateVolume failed to create single zonal disk pvc-1: failed to insert zonal disk: unknown error when polling the operation: ZONE_RESOURCE_POOL_EXHAUSTED: The zone does not have enough resources available`,
    means: "the zone has no room for a disk of this type at the moment",
    retry: "alone",
  },
  {
    driver: "filestore.csi.storage.gke.io",
    text: `${failed}DeadlineExceeded desc = Volume modeInstance/z/pvc-1/vol1 is in state: CREATING`,
    means: "the Filestore instance is still being created or changed",
    retry: "alone",
  },
  {
    driver: "disk.csi.azure.com",
    text: 'AttachVolume.Attach failed for volume "pvc-1" : rpc error: code = FailedPrecondition desc = volume /subscriptions/s/disks/pvc-1 still has VolumeAttachments on node n2, refusing dangling detach',
    means: "the disk is attached to another node that Kubernetes still uses it on",
    retry: "alone",
  },
  {
    driver: "file.csi.azure.com",
    text: 'MountVolume.MountDevice failed for volume "pvc-1" : rpc error: code = Internal desc = volume(rg#acct#share###ns) mount //acct.file.core.windows.net/share on /globalmount failed with mount failed: exit status 32 Output: mount error(13): Permission denied',
    means: "the storage account refuses the key or the network of the node",
    retry: "after",
  },
  {
    driver: "rook-ceph.rbd.csi.ceph.com",
    text: "rpc error: code = Internal desc = rbd csi-vol-1 is still being used",
    means: "the RBD image still has a watcher: a client has it open",
    retry: "after",
  },
  {
    driver: "openshift-storage.cephfs.csi.ceph.com",
    text: 'rpc error: code = Internal desc = failed to fetch monitor list using clusterID (c1): missing configuration for cluster ID "c1"',
    means: "the configuration of ceph-csi does not have the Ceph cluster of this volume",
    retry: "after",
  },
  {
    driver: "driver.longhorn.io",
    text: 'AttachVolume.Attach failed for volume "pvc-1" : rpc error: code = Aborted desc = volume pvc-1 is not ready for workloads',
    means: "the Longhorn volume is not ready, because it has no healthy replica or is being restored",
    retry: "after",
  },
  {
    driver: "csi.vsphere.vmware.com",
    text: "rpc error: code = FailedPrecondition desc = volume: 1a2b with existing snapshots [s1] cannot be deleted, please delete snapshots before deleting the volume",
    means: "the disk still has snapshots",
    retry: "after",
  },
  {
    driver: "cinder.csi.openstack.org",
    text: `${failed}ResourceExhausted desc = CreateVolume failed due to exceeded quota Expected HTTP response code [202] but got 413`,
    means: "the quota of the OpenStack project is used up",
    retry: "after",
  },
  {
    driver: "csi.trident.netapp.io",
    text: `${failed}Unknown desc = no suitable ontap-san backend with "gold" storage class and 50 GiB of free space was found`,
    means: "no Trident backend fits the StorageClass and has enough free space",
    retry: "after",
  },
  {
    driver: "csi-powerstore.dellemc.com",
    text: "rpc error: code = FailedPrecondition desc = unable to delete volume pvc-1 -- 2 snapshots based on this volume still exist.",
    means: "the disk still has snapshots on the array",
    retry: "after",
  },
  {
    driver: "csi-vxflexos.dellemc.com",
    text: `${failed}AlreadyExists desc = 'Volume name' already exists and size is different.`,
    means: "another volume of this name exists with another size",
    retry: "never",
  },
  {
    driver: "csi-powermax.dellemc.com",
    text: 'AttachVolume.Attach failed for volume "pmax-1" : rpc error: code = FailedPrecondition desc = Volume in conflicting masking view',
    means: "the disk is exported to other hosts on the array",
    retry: "after",
  },
  {
    driver: "nfs.csi.k8s.io",
    text: "rpc error: code = Internal desc = failed to mount nfs server: rpc error: code = DeadlineExceeded desc = context deadline exceeded",
    means: "the NFS server could not be mounted by the controller of the driver",
    retry: "after",
  },
  {
    driver: "smb.csi.k8s.io",
    text: "rpc error: code = Internal desc = failed to mount smb server: rpc error: code = Internal desc = volume(nas#a#) mount failed",
    means: "the SMB server could not be mounted by the controller of the driver",
    retry: "after",
  },
  {
    driver: "rancher.io/local-path",
    text: 'failed to provision volume with StorageClass "local-path": NodePath only supports ReadWriteOnce and ReadWriteOncePod (1.22+) access modes',
    means: "the claim requests an access mode that a path on one node cannot have",
    retry: "never",
  },
  {
    driver: "topolvm.io",
    text: `${failed}ResourceExhausted desc = can not find enough volume space 1073741824`,
    means: "the volume group has too little free space",
    retry: "after",
  },
  {
    driver: "dobs.csi.digitalocean.com",
    text: `${failed}ResourceExhausted desc = volume limit has been reached. Please contact support`,
    means: "the DigitalOcean account has reached its limit of volumes",
    retry: "after",
  },
  {
    driver: "csi.hetzner.cloud",
    text: 'AttachVolume.Attach failed for volume "pvc-1" : rpc error: code = Unavailable desc = failed to publish volume: server is locked',
    means: "the server is locked by another action",
    retry: "alone",
  },
  {
    driver: "linodebs.csi.linode.com",
    text: 'AttachVolume.Attach failed for volume "pvc-1" : rpc error: code = ResourceExhausted desc = max number of volumes (8) already attached to instance',
    means: "the instance has as many volumes attached as Linode allows",
    retry: "after",
  },
  {
    driver: "csi.scaleway.com",
    text: 'AttachVolume.Attach failed for volume "pvc-1" : rpc error: code = ResourceExhausted desc = max number of volumes reached for instance i-1',
    means: "the instance has as many volumes attached as Scaleway allows",
    retry: "after",
  },
  {
    driver: "linstor.csi.linbit.com",
    text: 'AttachVolume.Attach failed for volume "pvc-1" : rpc error: code = Internal desc = ControllerPublishVolume failed for pvc-1: two other resources already InUse',
    means: "the disk is in use on two other nodes",
    retry: "after",
  },
  {
    driver: "zfs.csi.openebs.io",
    text: `${failed}Internal desc = scheduler failed, node list is empty for creating the PV`,
    means: "no node has the ZFS pool and fits the topology of the StorageClass",
    retry: "after",
  },
  {
    driver: "local.csi.openebs.io",
    text: 'resize volume "pvc-1" by resizer "local.csi.openebs.io" failed: rpc error: code = Internal desc = ControllerExpandVolume: unable to resize volume pvc-1 with 2 active snapshots',
    means: "the disk has snapshots, and is not resized as long as it has them",
    retry: "after",
  },
  {
    driver: "io.openebs.csi-mayastor",
    text: `${failed}Internal desc = No available online nodes`,
    means: "no Mayastor node is online",
    retry: "after",
  },
  {
    driver: "csi.unheard-of.example",
    text: 'failed to provision volume with StorageClass "a": claim Selector is not supported',
    means: "the claim has a selector, which CSI drivers refuse",
    retry: "never",
  },
  {
    driver: "csi.unheard-of.example",
    text: "rpc error: code = DeadlineExceeded desc = context deadline exceeded",
    means: "the driver has not answered in time; only its own log says why",
    retry: "alone",
  },
  {
    driver: "csi.unheard-of.example",
    text: "rpc error: code = Unauthenticated desc = no session",
    means: "the storage backend refuses the driver's login or permission",
    retry: "after",
  },
];
