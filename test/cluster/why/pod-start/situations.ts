/**
 * Pods that cannot start because of their volume. Errors of drivers are those of real ones, in the words in which the
 * attacher, the attach-detach controller and the kubelet pass them on:
 * kubernetes/kubernetes pkg/volume/util/operationexecutor/operation_generator.go GenerateAttachVolumeFunc,
 * GenerateMountVolumeFunc; pkg/volume/csi/csi_attacher.go MountDevice; pkg/volume/csi/expander.go NodeExpand, 1.36.
 */
export interface Situation {
  readonly what: string;
  readonly driver: string;
  /** What external-attacher writes into the VolumeAttachment; `not needed`: the driver attaches nothing. */
  readonly attach: "not needed" | "done" | "no answer" | { readonly error: string };
  /** What the kubelet's events say of the mount, the oldest first. */
  readonly mount?: readonly string[];
  /** How the volume and the pod differ from usual ones. */
  readonly volume?: object;
  readonly pod?: object;
  readonly also?:
    | "scheduled by kube-scheduler"
    | "another pod has the volume"
    | "the node is full"
    | "expanding";
  /**
   * The reason of the root cause, and the step that is proposed for it: none where only a person can decide between nodes and
   * volumes. `DISK` stands for the handle, `NAMESPACE` for the namespace.
   */
  readonly cause: string;
  readonly step: string | undefined;
}

/** In the zone `a` is node-1, in the zone `b` node-2, in the zone `c` none. */
const inZone = (zone: string) => ({
  nodeAffinity: {
    required: {
      nodeSelectorTerms: [
        { matchExpressions: [{ key: "topology.kubernetes.io/zone", operator: "In", values: [zone] }] },
      ],
    },
  },
});

const onNode2 = { nodeSelector: { "kubernetes.io/hostname": "node-2" } };

/** `PV` stands for the name of the volume. */
const setUp = (why: string) => `MountVolume.SetUp failed for volume "PV" : ${why}`;
const mountDevice = (why: string) => `MountVolume.MountDevice failed for volume "PV" : ${why}`;

export const situations: readonly Situation[] = [
  {
    what: "the driver refuses to attach",
    driver: "ebs.csi.aws.com",
    attach: {
      error:
        'rpc error: code = Internal desc = Could not attach volume "vol-0aa0" to node "node-1": could not attach volume "vol-0aa0" to node "node-1": operation error EC2: AttachVolume, https response error StatusCode: 400, api error InvalidParameterValue: Encrypted volumes are not supported by this instance type.',
    },
    cause: "AttachFails",
    step: "Fix the error of ebs.csi.aws.com when it attaches the volume",
  },
  {
    what: "the attacher says nothing",
    driver: "ebs.csi.aws.com",
    attach: "no answer",
    cause: "AttacherNotAttaching",
    step: "Check that csi-attacher of ebs.csi.aws.com is running, and restart it",
  },
  {
    what: "another node has the volume",
    driver: "ebs.csi.aws.com",
    attach: "done",
    also: "another pod has the volume",
    cause: "VolumeOnAnotherNode",
    step: "Run pod/app (NAMESPACE) on node/node-1 too, beside pod/first",
  },
  {
    what: "the machine has as many disks as it can have",
    driver: "disk.csi.azure.com",
    attach: {
      error:
        "rpc error: code = Internal desc = Attach volume failed: The maximum number of data disks allowed to be attached to a VM of this size is 8.",
    },
    cause: "AttachFails",
    step: "Remove the cause, so that disk.csi.azure.com can attach the volume",
  },
  {
    what: "the scheduler counts as many volumes as the node can have",
    driver: "limited.csi.example.com",
    attach: "done",
    pod: onNode2,
    also: "the node is full",
    cause: "VolumeLimitReached",
    step: undefined,
  },
  {
    what: "the server does not permit the mount",
    driver: "nfs.csi.k8s.io",
    attach: "not needed",
    mount: [
      setUp(
        "rpc error: code = PermissionDenied desc = mount failed: exit status 32\nMounting command: mount\nMounting arguments: -t nfs 10.0.0.7:/export/data /var/lib/kubelet/pods/1/volumes/kubernetes.io~csi/PV/mount\nOutput: mount.nfs: access denied by server while mounting 10.0.0.7:/export/data",
      ),
    ],
    cause: "MountDenied",
    step: "Grant the access that the mount of DISK needs",
  },
  {
    what: "fsck finds a damaged file system",
    driver: "ebs.csi.aws.com",
    attach: "done",
    mount: [
      mountDevice(
        'rpc error: code = Internal desc = could not format "/dev/nvme1n1" and mount it at "/var/lib/kubelet/plugins/kubernetes.io/csi/ebs.csi.aws.com/1/globalmount": \'fsck\' found errors on device /dev/nvme1n1 but could not correct them: fsck from util-linux 2.30.2\n/dev/nvme1n1: UNEXPECTED INCONSISTENCY; RUN fsck MANUALLY.',
      ),
    ],
    cause: "FileSystemDamaged",
    step: "Check the file system of DISK while it is not mounted",
  },
  {
    what: "the mount on the node is stale",
    driver: "nfs.csi.k8s.io",
    attach: "not needed",
    mount: [
      setUp(
        "rpc error: code = Internal desc = stat /var/lib/kubelet/pods/1/volumes/kubernetes.io~csi/PV/mount: stale NFS file handle",
      ),
    ],
    cause: "StaleFileHandle",
    step: "Remove the stale mount of DISK on node/node-1",
  },
  {
    what: "the Secret of the mount is missing",
    driver: "rbd.csi.ceph.com",
    attach: "done",
    mount: [
      mountDevice(
        'fetching NodeStageSecretRef rook-ceph/rook-csi-rbd-node failed: kubernetes.io/csi: failed to find the secret rook-csi-rbd-node in the namespace rook-ceph with error: secrets "rook-csi-rbd-node" not found',
      ),
    ],
    cause: "MountSecretMissing",
    step: "Restore the Secret that the mount of DISK needs",
  },
  {
    what: "a key of the Secret is missing",
    driver: "rbd.csi.ceph.com",
    attach: "done",
    mount: [
      mountDevice(
        'rpc error: code = Internal desc = missing encryption passphrase in secrets for volume "0001-0009-rook-ceph-1"',
      ),
    ],
    cause: "MountSecretMissing",
    step: "Restore the Secret that the mount of DISK needs",
  },
  {
    what: "the attacher does not find the driver on the node",
    driver: "absent.csi.example.com",
    attach: {
      error: "CSINode node-1 does not contain driver absent.csi.example.com",
    },
    cause: "DriverNotOnNode",
    step: "Start the node plugin of absent.csi.example.com on node/node-1",
  },
  {
    what: "the kubelet does not know the driver",
    driver: "absent.csi.example.com",
    attach: "done",
    mount: [
      mountDevice(
        "kubernetes.io/csi: attacher.MountDevice failed to create newCsiDriverClient: driver name absent.csi.example.com not found in the list of registered CSI drivers",
      ),
    ],
    cause: "DriverNotOnNode",
    step: "Start the node plugin of absent.csi.example.com on node/node-1",
  },
  {
    what: "the volume is in another zone than the pod",
    driver: "ebs.csi.aws.com",
    attach: "done",
    volume: inZone("a"),
    pod: onNode2,
    also: "scheduled by kube-scheduler",
    cause: "NoNodeForVolume",
    step: undefined,
  },
  {
    what: "the volume is in a zone without nodes",
    driver: "ebs.csi.aws.com",
    attach: "done",
    volume: inZone("c"),
    also: "scheduled by kube-scheduler",
    cause: "NoNodeMatchesVolume",
    step: undefined,
  },
  {
    what: "the file system cannot be expanded at the mount",
    driver: "ebs.csi.aws.com",
    attach: "done",
    also: "expanding",
    mount: [
      'MountVolume.Setup failed while expanding volume for volume "PV" : Expander.NodeExpand failed to expand the volume : rpc error: code = Internal desc = Could not resize volume "vol-0aa0" ("/dev/nvme1n1"): resize of device /dev/nvme1n1 failed: exit status 1. resize2fs output: resize2fs 1.46.5\nresize2fs: Superblock checksum does not match superblock while trying to open /dev/nvme1n1',
    ],
    cause: "NodeResizeFails",
    step: "Repair the file system of DISK while it is not mounted",
  },
  {
    what: "the last events only say that it takes too long, and an older one says why",
    driver: "ebs.csi.aws.com",
    attach: "done",
    mount: [
      mountDevice(
        'rpc error: code = Internal desc = could not format "/dev/nvme1n1" and mount it at "/mnt": mount failed: exit status 32\nOutput: mount: /mnt: wrong fs type, bad option, bad superblock on /dev/nvme1n1, missing codepage or helper program, or other error.',
      ),
      mountDevice("rpc error: code = DeadlineExceeded desc = context deadline exceeded"),
      mountDevice(
        "rpc error: code = Aborted desc = An operation with the given volume key vol-0aa0 already exists",
      ),
      "Unable to attach or mount volumes: unmounted volumes=[data], unattached volumes=[], failed to process volumes=[]: context deadline exceeded",
    ],
    cause: "FileSystemDamaged",
    step: "Check the file system of DISK while it is not mounted",
  },
  {
    what: "the events only say that it takes too long",
    driver: "ebs.csi.aws.com",
    attach: "done",
    mount: [mountDevice("rpc error: code = DeadlineExceeded desc = context deadline exceeded")],
    cause: "VolumeNotMounted",
    step: "Fix the error that ebs.csi.aws.com reports for DISK",
  },
];
