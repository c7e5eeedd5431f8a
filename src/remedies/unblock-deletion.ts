import type { DeletionFailure } from "../controllers/index.ts";
import { defineRemedy } from "../engine/index.ts";
import { type CommandLine, type Phrase, say, words } from "../model/index.ts";

interface Advice {
  readonly title: Phrase;
  readonly because: Phrase;
  readonly steps: readonly Phrase[];
}

const retried = words("The provisioner tries again by itself, at the latest every five minutes.");

function advice(failure: DeletionFailure, what: string, driver: string, node: string): Advice {
  switch (failure) {
    case "attached":
    case "in-use":
      return {
        title: say`End the use of ${what} in the storage backend`,
        because: say`Kubernetes has let go of it, something outside has not. ${retried}`,
        steps: [
          say`Find out in the backend of ${driver} which machine or client has ${what} open: a virtual machine, an export, a watcher, a mount that was left behind.`,
          say`End that use where it is. Never force it while the machine may still write.`,
        ],
      };
    case "has-snapshots":
      return {
        title: say`Decide about the snapshots of ${what} in the storage backend`,
        because: say`The backend deletes a volume only after its snapshots and clones. ${retried}`,
        steps: [
          say`List the snapshots and clones of ${what} in the backend, and the VolumeSnapshotContents that name it.`,
          say`Delete those that nobody needs, through their VolumeSnapshot where there is one. If they must stay, set the volume to Retain instead.`,
        ],
      };
    case "access-denied":
      return {
        title: say`Give ${driver} the right to delete ${what}`,
        because: say`The backend refuses the driver's credentials, for every volume alike. ${retried}`,
        steps: [
          say`Compare the role or user of ${driver} with what its documentation asks for: it needs to detach and to delete volumes.`,
        ],
      };
    case "finalizer-forbidden":
      return {
        title: say`Let the provisioner of ${driver} change persistentvolumes`,
        because: say`The disk is deleted; only the right to remove the finalizer is missing. It will be missing for every other volume too.`,
        steps: [
          say`Add the verbs get, list, watch, patch, update and delete on persistentvolumes to the ClusterRole of the provisioner, then restart it.`,
        ],
      };
    case "secret":
      return {
        title: say`Bring back the secret that ${driver} needs to delete ${what}`,
        because: say`Without it the driver cannot log in to the backend. ${retried}`,
        steps: [
          say`The annotations volume.kubernetes.io/provisioner-deletion-secret-name and -namespace of the volume, or the parameters of its StorageClass, name the secret.`,
        ],
      };
    case "not-found":
      return {
        title: say`See in the storage backend that ${what} is really gone`,
        because: say`The driver says that it does not exist. A driver that looks in the wrong place says the same.`,
        steps: [say`Look for ${what} in the backend of ${driver}, also in other zones, projects and pools.`],
      };
    case "other-not-found":
      return {
        title: say`Bring back what ${driver} does not find`,
        because: say`It names something other than ${what}, which it needs to delete ${what}. ${retried}`,
        steps: [
          say`Read the error: it names what is missing, as a project, a pool, a host name or an entry in the configuration of ${driver}.`,
        ],
      };
    case "path-missing":
      return {
        title: say`See on ${node} whether the disk of ${what} is mounted`,
        because: say`The path is not there now, which says nothing about the data. As soon as it is back, it is erased with policy Delete.`,
        steps: [
          say`On ${node}, run findmnt and lsblk, and look at /etc/fstab and for a broken disk. Set the volume to Retain before you mount it, if the data is wanted.`,
        ],
      };
    case "node-gone":
    case "unsupported":
    case "other":
      return {
        title: say`Mend what keeps ${driver} from deleting ${what}`,
        because: say`The driver's own words say what is wrong. ${retried}`,
        steps: [say`Read the log of the csi-provisioner and of the driver for ${what}.`],
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
  needs: [],
  make(on, using) {
    const failure = failures.find((known) => known === using.failure) ?? "other";
    const { title, because, steps } = advice(
      failure,
      using.what ?? on.name,
      using.driver ?? "the driver",
      using.node === undefined ? "its node" : `node/${using.node}`,
    );
    const describe: CommandLine = { argv: ["kubectl", "describe", "pv", on.name] };
    return { name: "unblock-deletion", title, safety: "safe", because, commands: [describe], steps };
  },
});
