import type { MadeRemedy } from "../define/index.ts";
import { defineRemedy, kubectl } from "../define/index.ts";
import { say } from "../kubernetes/index.ts";

interface Repair {
  readonly trouble: Trouble;
  /** What it is called in the storage backend. */
  readonly volume: string;
  /** The node of the pod. */
  readonly node: string;
}

type Advise = (volume: string, node: string) => MadeRemedy;

const readLogs = say`Read the kubelet's log on that node, and the log of the driver's node plugin there.`;

const advice = {
  expansion: (volume, node) => ({
    title: say`Repair the file system of ${volume} while it is not mounted`,
    dangers: ["VolumeMayBeInUse"],
    because: say`A file system with errors cannot be expanded. The kubelet retries, and then starts the pod.`,
    first: [say`Take a copy or a snapshot of the disk in the storage backend.`],
    steps: [
      say`If the error names a permission or a missing program, fix that in the driver's node plugin on node/${node}.`,
      say`Otherwise stop the pod, and check the device on a machine where it is not mounted: fsck -n DEVICE reports and changes nothing.`,
    ],
  }),
  "file-system": (volume, node) => ({
    title: say`Check the file system of ${volume} while it is not mounted`,
    dangers: ["VolumeMayBeInUse"],
    because: say`The disk cannot be mounted until its file system can be read. Each repair changes the disk.`,
    first: [say`Take a copy or a snapshot of the disk in the storage backend.`],
    steps: [
      say`Stop the pod, and look at the device on node/${node}: blkid DEVICE says which file system is on it. Compare that with fsType in the volume.`,
      say`Check it: fsck -n DEVICE reports and changes nothing. Repair it on the copy first.`,
    ],
  }),
  copy: (volume, node) => ({
    title: say`Find out whether the original of ${volume} is mounted on node/${node} too`,
    because: say`If it is, nothing is damaged, and the pod starts on any node where the original is not mounted.`,
    steps: [
      say`Read the kernel's log on node/${node}: dmesg | grep "duplicate UUID"`,
      say`If it says that, let the pod run on another node, or add nouuid to spec.mountOptions of its volume. Do not give the file system a new UUID without a copy of the disk.`,
    ],
  }),
  "stale-handle": (volume, node) => ({
    title: say`Remove the stale mount of ${volume} on node/${node}`,
    dangers: ["PodsStop"],
    because: say`A mount whose server, directory or FUSE process was replaced does not recover. The kubelet mounts it again when the old mount is gone.`,
    steps: [
      say`Check that the server or the driver serves the path again, and that its data is there.`,
      say`On the node, find the mount with findmnt and unmount it (umount -f). If that fails, drain and reboot the node.`,
    ],
  }),
  secret: (volume) => ({
    title: say`Restore the Secret that the mount of ${volume} needs`,
    because: say`The kubelet retries as soon as the Secret is there.`,
    steps: [
      say`The error names the Secret or the key. Restore it from a backup or from its source, with the same content.`,
      say`Do not make up a new passphrase for an encrypted disk: it would not open it.`,
    ],
  }),
  denied: (volume, node) => ({
    title: say`Grant the access that the mount of ${volume} needs`,
    because: say`The kubelet retries at least every two minutes.`,
    steps: [
      say`The error says who refuses. For a server, add the address of node/${node} to the export. For a backend, renew the credentials of the driver. For a file, correct its owner or mode.`,
    ],
  }),
  "read-only": (volume, node) => ({
    title: say`Find out why ${volume} is read-only`,
    because: say`A file system that was made read-only after an error must be checked before it is used again.`,
    steps: [
      say`Look at the disk in the storage backend: it may be write-protected, or a replica.`,
      say`Read the kernel's log on node/${node} (dmesg) for errors of the disk.`,
    ],
  }),
  "no-plugin": (volume) => ({
    title: say`Create a volume for ${volume} that names a CSI driver`,
    because: say`The source of a volume cannot be changed, so that the volume and its claim must be created again for the same data.`,
    steps: [
      say`Install a CSI driver that can use the same data.`,
      say`Check that the volume has policy Retain. Then delete the claim and the volume, and create both again, with the CSI source.`,
    ],
  }),
  ownership: () => ({
    title: say`Set fsGroupChangePolicy: OnRootMismatch in the workload, for the next start`,
    because: say`The kubelet then skips the files while the root of the volume has the right group. The start that is under way goes on.`,
    steps: [say`Set spec.securityContext.fsGroupChangePolicy in the pod template, when the pod has started.`],
  }),
  "timed-out": (volume, node) => ({
    title: say`Find out what the kubelet on node/${node} waits for`,
    because: say`No error was recorded about ${volume}: a call to the driver hangs, or the kubelet does not act.`,
    steps: [
      readLogs,
      say`On the node, look for a mount that hangs: a process in state D, or a mount of a server that does not answer.`,
    ],
  }),
} satisfies { readonly [trouble: string]: Advise };

type Trouble = keyof typeof advice;

export const repairMount = defineRemedy({
  name: "repair-mount",
  summary: "Fix what keeps the kubelet from mounting a volume",
  on: ["v1/pods"],
  make(on, { trouble, volume, node }: Repair) {
    if (!Object.hasOwn(advice, trouble) || volume === undefined || node === undefined) return undefined;
    const advise: Advise = advice[trouble];
    return {
      commands: [kubectl`describe pod ${on.name} -n ${on.namespace ?? "default"}`],
      ...advise(volume, node),
    };
  },
});
