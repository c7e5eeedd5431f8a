import { attached, created, mounted, resized } from "./wrap.ts";

/** The same for what any driver can say. */
export const ofAny: readonly string[] = [
  'Error saving claim: Internal error occurred: failed calling webhook "guard.example.com": failed to call webhook: Post "https://127.0.0.1:1/validate?timeout=10s": dial tcp 127.0.0.1:1: connect: connection refused',
  'failed to provision volume with StorageClass "a": claim Selector is not supported',
  'failed to provision volume with StorageClass "a": error getting handle for DataSource Type VolumeSnapshot by Name s: requested volume size 1 is less than the size 2 for the source snapshot s',
  'failed to provision volume with StorageClass "a": error getting handle for DataSource Type PersistentVolumeClaim by Name c: new PVC request must be greater than or equal in size to the specified PVC data source, requested 1 but source is 2',
  'failed to provision volume with StorageClass "a": the source PVC and destination PVCs must have the same volume mode for cloning.',
  'failed to provision volume with StorageClass "a": requested volume p modifies the mode of the source volume but does not have permission to do so',
  'failed to provision volume with StorageClass "a": CSI driver does not support snapshot restore: plugin capability is not there',
  'failed to provision volume with StorageClass "a": error getting handle for DataSource Type VolumeSnapshot by Name s: snapshot s is not Ready',
  created("an operation with the given Volume ID pvc-1 already exists", "Aborted"),
  created("Quota 'SSD_TOTAL_GB' exceeded. Limit: 500.0"),
  resized("After round-up, volume size exceeds the limit specified", "csi.unheard-of.example", "OutOfRange"),
  created(
    "Volume capabilities MULTI_NODE_MULTI_WRITER not supported. Only access modes supported: x",
    "InvalidArgument",
  ),
  mounted("'fsck' found errors on device /dev/sdb but could not correct them"),
  mounted('failed to run fsck: output: "fsck\n/dev/drbd1 is mounted.\ne2fsck: Cannot continue, aborting.\n"'),
  mounted("unable to open LUKS device: Device /dev/disk/by-id/v1 does not exist or access denied."),
  mounted("Unable to find device path out of attempted paths: [/dev/disk/by-id/linode-a]", "Internal"),
  mounted(
    "mount failed: exit status 32\nOutput: mount: /a: fsconfig() failed: NFS: mount program didn't pass remote address.",
    "Internal",
  ),
  mounted("mount.nfs4: mounting 127.0.0.1:/a failed, reason given by server: No such file or directory"),
  'failed to provision volume with StorageClass "a": error getting secret s in namespace n: secrets "s" not found',
  attached(
    'Could not detach volume "vol-1" from node "i-1": error listing AWS instances: operation error EC2: DescribeInstances, get identity: get credentials: failed to refresh cached credentials, no EC2 IMDS role found, operation error ec2imds: GetMetadata, request canceled, context deadline exceeded',
  ),
  attached("dial tcp 10.0.0.1:443: connect: connection refused", "Unavailable"),
  mounted("mkdir /export/pvc-1: no space left on device"),
];
