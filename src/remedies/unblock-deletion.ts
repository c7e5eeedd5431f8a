import type { MadeRemedy } from "../define/index.ts";
import { defineRemedy, kubectl } from "../define/index.ts";
import type { DeletionFailure } from "../evidence/index.ts";
import { say, words } from "../kubernetes/index.ts";

/** Who fails to delete what, and where. */
interface Trouble {
  readonly driver: string;
  readonly what: string;
  readonly node: string;
  /** Its snapshots in the cluster, by name. */
  readonly snapshots?: string | undefined;
}

type Advise = (trouble: Trouble) => Pick<MadeRemedy, "title" | "because" | "steps" | "spares">;

const retried = words("The provisioner retries at least every five minutes.");

const stopUse: Advise = ({ driver, what }) => ({
  title: say`Stop the use of ${what} in the storage backend`,
  because: say`Kubernetes has released it, but something outside Kubernetes still uses it. ${retried}`,
  steps: [
    say`In the storage backend of ${driver}, find the machine or client that has ${what} open: a virtual machine, an export, a watcher, or a leftover mount.`,
    say`Stop that use at its source. Never force it while the machine may still write.`,
  ],
});

const fixIt: Advise = ({ driver, what }) => ({
  title: say`Fix what keeps ${driver} from deleting ${what}`,
  because: say`The driver's error says what is wrong. ${retried}`,
  steps: [say`Search the logs of csi-provisioner and of the driver for ${what}.`],
});

const advice: Readonly<Record<DeletionFailure, Advise>> = {
  attached: stopUse,
  "in-use": stopUse,
  "has-snapshots": ({ what, snapshots }) => ({
    title: say`Decide what to do with the snapshots of ${what}`,
    because: say`The storage backend deletes a volume only after its snapshots and clones. ${retried}`,
    steps: [
      snapshots === undefined
        ? say`List the snapshots and clones of ${what} in the storage backend, and the VolumeSnapshotContents that name it.`
        : say`These are snapshots of ${what}: ${snapshots}. The storage backend may have others, and clones.`,
      say`Delete those that you do not need, through their VolumeSnapshot if there is one: a snapshot may be the only backup. If they must be kept, set the volume to Retain instead.`,
    ],
  }),
  "access-denied": ({ driver, what }) => ({
    title: say`Grant ${driver} the right to delete ${what}`,
    because: say`The storage backend refuses the driver's credentials. ${retried}`,
    steps: [
      say`Compare the role or user of ${driver} with the driver's documentation: it needs permission to detach and to delete volumes.`,
    ],
  }),
  "file-denied": ({ what, node }) => ({
    title: say`Find on ${node} why a file of ${what} cannot be removed`,
    because: say`The error names the file. ${retried}`,
    steps: [
      say`Look at the owner of the file, at its attributes (lsattr), and at how its file system is mounted. If that is a share, look at the options of the export, such as root_squash.`,
    ],
  }),
  "rights-in-kubernetes": ({ driver }) => ({
    title: say`Grant the missing right to the service account of ${driver}`,
    because: say`The error names the user, the verb and the resource. ${retried}`,
    steps: [say`Add them to the ClusterRole or the Role of that user.`],
  }),
  "finalizer-forbidden": ({ driver }) => ({
    title: say`Allow the provisioner of ${driver} to change volumes`,
    because: say`The disk is deleted. Only the right to remove the finalizer is missing. It will be missing for every other volume too.`,
    steps: [
      say`Add the verbs get, list, watch, patch, update and delete on persistentvolumes to the ClusterRole of the provisioner, then restart it.`,
    ],
  }),
  secret: ({ driver, what }) => ({
    title: say`Restore the secret that ${driver} needs to delete ${what}`,
    because: say`Without the secret, the driver cannot log in to the storage backend. ${retried}`,
    steps: [
      say`Find the name of the secret in the parameters of its StorageClass: the volume does not name one.`,
    ],
  }),
  "not-found": ({ driver, what }) => ({
    spares: "the data",
    title: say`Check in the storage backend that ${what} no longer exists`,
    because: say`The driver says that it does not exist. A driver that looks in the wrong place says the same.`,
    steps: [
      say`Look for ${what} in the storage backend of ${driver}, also in other zones, projects and pools.`,
    ],
  }),
  "other-not-found": ({ driver, what }) => ({
    title: say`Restore what ${driver} cannot find`,
    because: say`The driver cannot find something other than ${what}, which it needs to delete ${what}. ${retried}`,
    steps: [
      say`Read the error: it names what is missing, such as a project, a pool, a host name or an entry in the configuration of ${driver}.`,
    ],
  }),
  "path-missing": ({ what, node }) => ({
    spares: "the data",
    title: say`Check on ${node} whether the disk of ${what} is mounted`,
    because: say`The path does not exist now, which says nothing about the data. As soon as the path is back, its content is erased with policy Delete.`,
    steps: [
      say`On ${node}, run findmnt and lsblk. Check /etc/fstab, and look for a broken disk. If you want the data, set the volume to Retain before you mount the disk.`,
    ],
  }),
  "node-gone": fixIt,
  unsupported: fixIt,
  other: fixIt,
};

/** `using.failure`: a DeletionFailure. `using.driver` and `using.what`: who fails to delete what, on `using.node`. */
export const unblockDeletion = defineRemedy({
  name: "unblock-deletion",
  summary: "Remove what keeps a driver from deleting a volume",
  on: ["v1/persistentvolumes"],
  make(
    on,
    {
      failure = "other",
      driver = "the driver",
      what = on.name,
      node,
      snapshots,
    }: {
      readonly failure: DeletionFailure;
      readonly driver: string;
      readonly what: string;
      readonly node?: string;
      readonly snapshots?: string;
    },
  ) {
    const advise = Object.hasOwn(advice, failure) ? advice[failure] : advice.other;
    return {
      ...advise({ driver, what, snapshots, node: node === undefined ? "its node" : `node/${node}` }),
      commands: [kubectl`describe pv ${on.name}`],
    };
  },
});
