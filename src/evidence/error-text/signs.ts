/** What an error says apart from what is not found and whose permission is missing. One text can say several. */
export type Sign =
  /** A VolumeAttachment still names the volume: said by the provisioner, before the driver is asked. */
  | "attached"
  /** Something has the disk open, or the backend says that it is in use. */
  | "in-use"
  /** A process or a mount on the node has the mount open. */
  | "busy"
  | "snapshots"
  /** Snapshots are one of several things that it names as possible. */
  | "perhaps-snapshots"
  /** The driver cannot do this at all. */
  | "unsupported"
  /** The secret that the driver needs did not come, or could not be read. */
  | "secret"
  | "finalizer-forbidden"
  /** The attacher does not find the driver in the node's CSINode, nor the CSINode itself. */
  | "not-in-csinode"
  /** The kubelet of the node knows no driver of that name. */
  | "not-registered"
  /** The status of the node does not list the volume as attached. */
  | "not-in-node-status"
  | "no-plugin"
  | "volume-being-deleted"
  | "not-mounted"
  | "mount-record-missing"
  | "io-error"
  | "nfs"
  | "bad-file-system"
  /** The directory or the server that is mounted has been replaced under the mount. */
  | "stale-handle"
  /** A Secret, a key or a passphrase that the mount needs. */
  | "mount-secret"
  | "read-only"
  /** The caller waited, and was told nothing. It is never the cause. */
  | "timed-out"
  | "unreachable"
  | "no-room"
  | "limit"
  /** The request itself is refused, so that no retry can help. */
  | "invalid-request";

/** The words and who says them. Drivers word their errors freely: each of these is a hint, not a proof. */
const signs: readonly (readonly [Sign, RegExp])[] = [
  // kubernetes-csi/external-provisioner pkg/controller/controller.go canDeleteVolume: "is still attached to node".
  ["attached", /is still attached to node/i],
  // kubernetes-csi/external-provisioner pkg/controller/controller.go Delete: "does not support dynamic provisioning".
  ["unsupported", /does not support dynamic provisioning|delete.{0,40}unimplemented/i],
  // kubernetes-sigs/sig-storage-lib-external-provisioner controller/controller.go deleteVolumeOperation; ceph/ceph-csi#3186.
  [
    "finalizer-forbidden",
    /(finalizer|persistentvolumes?)\b.{0,200}\bforbidden|forbidden.{0,200}(finalizer|persistentvolumes)/i,
  ],
  [
    "secret",
    /secrets? .{0,200}(not found|missing|forbidden|not provided|is empty)|(get|find|fetch).{0,40}secret|credentials .{0,60}not provided/i,
  ],
  // kubernetes-sigs/vsphere-csi-driver#1132; ceph/ceph-csi#1646. Cinder only counts up all that may be in the way.
  [
    "snapshots",
    /has (dependent )?snapshots?|existing snapshots|has child\b|snapshots? (exist|depend)|has children|dependent clones/i,
  ],
  // openstack/cinder cinder/volume/api.py delete: "must not be migrating, attached, belong to a group, have snapshots, ...".
  ["perhaps-snapshots", /must not be .{0,120}have snapshots/i],
  // kubernetes-sigs/vsphere-csi-driver#1335; ceph/ceph-csi#1820; the EC2 API's VolumeInUse.
  [
    "in-use",
    /in[ -]use|watchers?|VolumeInUse|ResourceInUse|IN_USE_BY|already being used|\bbusy\b|still being used/i,
  ],
  ["busy", /target is busy|device or resource busy|EBUSY|device is busy/i],
  // kubernetes-csi/external-attacher pkg/controller/csi_handler.go getNodeID, v4.13.
  ["not-in-csinode", /CSINode \S+ does not contain driver |csinode\.storage\.k8s\.io \S+ not found/],
  // kubernetes/kubernetes pkg/volume/csi/csi_client.go newCsiDriverClient, 1.36.
  ["not-registered", /not found in the list of registered CSI drivers/],
  // kubernetes/kubernetes pkg/volume/util/operationexecutor/operation_generator.go GenerateVerifyControllerAttachedVolumeFunc, 1.36.
  ["not-in-node-status", /Volume not attached according to node status|is not yet in node's status/],
  // kubernetes/kubernetes pkg/volume/plugins.go FindPluginBySpec, FindDeletablePluginBySpec.
  ["no-plugin", /no (deletable )?volume plugin matched|error getting deleter volume plugin/i],
  // kubernetes-csi/external-attacher pkg/controller/csi_handler.go csiAttach, v4.13.
  ["volume-being-deleted", /is marked for deletion/],
  ["mount-record-missing", /vol_data\.json|volume data file/i],
  ["io-error", /input\/output error|I\/O error/i],
  ["nfs", /\bnfs\b|stale file handle/i],
  // errno ESTALE as mount.nfs(8) and the kubelet's stat of the target word it.
  ["stale-handle", /stale (?:nfs )?file handle|\bESTALE\b/i],
  // kubernetes/kubernetes pkg/volume/csi/csi_attacher.go MountDevice, csi_mounter.go SetUpAt, 1.36; cryptsetup(8); ceph/ceph-csi
  // internal/util/crypto.go.
  [
    "mount-secret",
    /fetching Node(?:Stage|Publish|Expand)SecretRef|no key available with this passphrase|(?:missing|failed to get) (?:the )?(?:encryption )?passphrase/i,
  ],
  // mount(8): "is write-protected but explicit read-write mode requested"; errno EROFS.
  ["read-only", /read-only file ?system|write-protected|\bEROFS\b/i],
  ["not-mounted", /not mounted|volume .{0,80}not ?found|code = NotFound/i],
  [
    "bad-file-system",
    /wrong fs type|bad superblock|can't read superblock|superblock checksum does not match|bad magic number in super-?block|'?fsck'? found errors|structure needs cleaning/i,
  ],
  // kubernetes/kubernetes pkg/kubelet/volumemanager/volume_manager.go WaitForAttachAndMount; context.DeadlineExceeded of Go.
  ["timed-out", /context deadline exceeded|timed out waiting|DeadlineExceeded|timed? ?out\b/i],
  [
    "unreachable",
    /connection refused|no route to host|i\/o timeout|connection reset|code = Unavailable|no such host/i,
  ],
  [
    "no-room",
    /quota|ResourceExhausted|RESOURCE_POOL_EXHAUSTED|no space left|not enough (?:free )?space|not enough space|insufficient (?:space|capacity)/i,
  ],
  ["limit", /limit ?exceeded|maximum number|exceed max volume count|AttachmentLimitExceeded|too many/i],
  [
    "invalid-request",
    /code = (?:InvalidArgument|OutOfRange)|[Ss]elector is not supported|must be greater than or equal|is less than the size|not supported/,
  ],
];

export function signsIn(text: string): ReadonlySet<Sign> {
  return new Set(signs.filter(([, words]) => words.test(text)).map(([sign]) => sign));
}
