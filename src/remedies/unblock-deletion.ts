import type { DeletionFailure } from "../controllers/index.ts";
import { defineRemedy, kubectl } from "../engine/index.ts";
import type { CommandLine, Phrase } from "../model/index.ts";
import { say, words } from "../model/index.ts";

interface Advice {
  readonly title: Phrase;
  readonly because: Phrase;
  readonly steps: readonly Phrase[];
}

const retried = words("The provisioner retries at least every five minutes.");

function advice(failure: DeletionFailure, what: string, driver: string, node: string): Advice {
  switch (failure) {
    case "attached":
    case "in-use":
      return {
        title: say`Stop the use of ${what} in the storage backend`,
        because: say`Kubernetes has released it, but something outside Kubernetes still uses it. ${retried}`,
        steps: [
          say`In the storage backend of ${driver}, find the machine or client that has ${what} open: a virtual machine, an export, a watcher, or a leftover mount.`,
          say`Stop that use at its source. Never force it while the machine may still write.`,
        ],
      };
    case "has-snapshots":
      return {
        title: say`Decide what to do with the snapshots of ${what}`,
        because: say`The storage backend deletes a volume only after its snapshots and clones. ${retried}`,
        steps: [
          say`List the snapshots and clones of ${what} in the storage backend, and the VolumeSnapshotContents that name it.`,
          say`Delete those that you do not need, through their VolumeSnapshot if there is one. If they must be kept, set the volume to Retain instead.`,
        ],
      };
    case "access-denied":
      return {
        title: say`Grant ${driver} the right to delete ${what}`,
        because: say`The storage backend refuses the driver's credentials, for every volume alike. ${retried}`,
        steps: [
          say`Compare the role or user of ${driver} with the driver's documentation: it needs permission to detach and to delete volumes.`,
        ],
      };
    case "finalizer-forbidden":
      return {
        title: say`Allow the provisioner of ${driver} to change volumes`,
        because: say`The disk is deleted. Only the right to remove the finalizer is missing. It will be missing for every other volume too.`,
        steps: [
          say`Add the verbs get, list, watch, patch, update and delete on persistentvolumes to the ClusterRole of the provisioner, then restart it.`,
        ],
      };
    case "secret":
      return {
        title: say`Restore the secret that ${driver} needs to delete ${what}`,
        because: say`Without the secret, the driver cannot log in to the storage backend. ${retried}`,
        steps: [
          say`Find the name of the secret in the volume's annotations volume.kubernetes.io/provisioner-deletion-secret-name and -namespace, or in the parameters of its StorageClass.`,
        ],
      };
    case "not-found":
      return {
        title: say`Check in the storage backend that ${what} no longer exists`,
        because: say`The driver says that it does not exist. A driver that looks in the wrong place says the same.`,
        steps: [
          say`Look for ${what} in the storage backend of ${driver}, also in other zones, projects and pools.`,
        ],
      };
    case "other-not-found":
      return {
        title: say`Restore what ${driver} cannot find`,
        because: say`The driver cannot find something other than ${what}, which it needs to delete ${what}. ${retried}`,
        steps: [
          say`Read the error: it names what is missing, such as a project, a pool, a host name or an entry in the configuration of ${driver}.`,
        ],
      };
    case "path-missing":
      return {
        title: say`Check on ${node} whether the disk of ${what} is mounted`,
        because: say`The path does not exist now, which says nothing about the data. As soon as the path is back, its content is erased with policy Delete.`,
        steps: [
          say`On ${node}, run findmnt and lsblk. Check /etc/fstab, and look for a broken disk. If you want the data, set the volume to Retain before you mount the disk.`,
        ],
      };
    case "node-gone":
    case "unsupported":
    case "other":
      return {
        title: say`Fix what keeps ${driver} from deleting ${what}`,
        because: say`The driver's error says what is wrong. ${retried}`,
        steps: [say`Search the logs of csi-provisioner and of the driver for ${what}.`],
      };
  }
}

const failures: readonly DeletionFailure[] = [
  "attached",
  "in-use",
  "has-snapshots",
  "access-denied",
  "finalizer-forbidden",
  "secret",
  "not-found",
  "other-not-found",
  "path-missing",
  "node-gone",
  "unsupported",
];

/** `using.failure`: a DeletionFailure. `using.driver` and `using.what`: who fails to delete what, on
 * `using.node`. */
export default defineRemedy({
  name: "unblock-deletion",
  summary: "Remove what keeps a driver from deleting a volume",
  make(on, using) {
    const failure = failures.find((known) => known === using.failure) ?? "other";
    const { title, because, steps } = advice(
      failure,
      using.what ?? on.name,
      using.driver ?? "the driver",
      using.node === undefined ? "its node" : `node/${using.node}`,
    );
    const describe: CommandLine = kubectl`describe pv ${on.name}`;
    return { title, safety: "safe", because, commands: [describe], steps };
  },
});
