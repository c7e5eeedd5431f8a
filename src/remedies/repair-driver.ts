import { defineRemedy } from "../engine/index.ts";
import { type Phrase, say } from "../model/index.ts";

interface Advice {
  readonly title: Phrase;
  readonly because: Phrase;
  readonly steps: readonly Phrase[];
}

const retries = say`The attacher retries by itself, at least every five minutes, and then finishes properly. Removing the finalizer would hide the fault, and the next volume would hang the same way.`;

function adviceFor(trouble: string | undefined, driver: string, volume: string): Advice {
  switch (trouble) {
    case "rights-in-kubernetes":
      return {
        title: say`Give the service account of ${driver} the right that it lacks`,
        because: retries,
        steps: [
          say`The error names the user, the verb and the resource. Add them to the ClusterRole of that user: an external-attacher needs get, list, watch and patch on volumeattachments, and patch on volumeattachments/status and persistentvolumes.`,
          say`Compare with the RBAC manifest that belongs to the installed version of ${driver}.`,
        ],
      };
    case "rights-in-storage":
      return {
        title: say`Give ${driver} the right to detach in the storage system`,
        because: retries,
        steps: [
          say`The error names what was refused. Add that permission to the role, key or policy that ${driver} uses.`,
        ],
      };
    case "attach":
      return {
        title: say`Mend what ${driver} says about attaching ${volume}`,
        because: say`The attacher tries again by itself, at least every five minutes.`,
        steps: [
          say`When it speaks of a limit of the machine: run the pod on another node, or take volumes off this one.`,
          say`Otherwise read the log of the container csi-attacher, and of the driver's own container beside it.`,
        ],
      };
    case "open-elsewhere":
      return {
        title: say`Find out in the storage system which client has ${volume} open`,
        because: say`The storage refuses a second client to keep the data whole. The kubelet tries again by itself once the first one is gone.`,
        steps: [
          say`Look up the clients, watchers or locks of ${volume} in the storage system, and which machine they belong to.`,
          say`If that machine lives, end the use there. If it is proven dead, lock its client out in the storage system.`,
        ],
      };
    case "mount":
      return {
        title: say`Mend what ${driver} says about ${volume}`,
        because: say`The kubelet tries again by itself, at least every two minutes.`,
        steps: [
          say`Read the log of the node plugin of ${driver} on the pod's node, and the kubelet's log there.`,
        ],
      };
    case "needs-source-claim":
      return {
        title: say`Upgrade ${driver} to a version that deletes snapshots whose source claim is gone`,
        because: say`csi-snapshotter tries again by itself, and then finishes properly.`,
        steps: [
          say`Ask the maintainers of ${driver} with the text of the error: a CSI driver must delete a snapshot by its handle alone.`,
        ],
      };
    case "delete-snapshot":
      return {
        title: say`Mend what ${driver} complains about`,
        because: say`csi-snapshotter tries again by itself, and then finishes properly.`,
        steps: [
          say`Read the log of the container csi-snapshotter, and of the driver's own container beside it.`,
        ],
      };
    default:
      return {
        title: say`Mend what ${driver} complains about`,
        because: retries,
        steps: [
          say`Read the log of the container csi-attacher, and of the driver's own container beside it.`,
        ],
      };
  }
}

/** `using.driver`; `using.trouble`: what the error is about; `using.volume`: what the storage system calls it. */
export default defineRemedy({
  name: "repair-driver",
  summary: "Mend what a CSI driver complains about; it then retries by itself",
  needs: [],
  make(_on, { driver, trouble, volume }) {
    if (driver === undefined || driver === "") return undefined;
    const advice = adviceFor(trouble, driver, volume ?? "the volume");
    return { name: "repair-driver", ...advice, safety: "safe", commands: [] };
  },
});
