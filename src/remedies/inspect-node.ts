import type { MadeRemedy } from "../define/index.ts";
import { defineRemedy, kubectl } from "../define/index.ts";
import type { ObjectRef, Phrase } from "../kubernetes/index.ts";
import { nameOf, say } from "../kubernetes/index.ts";

const findHolder = [
  say`On the node, look for the volume in "findmnt" and "lsblk". Run "fuser -vm" on the mount to find the processes that use it.`,
  say`Stop the process or the export that holds it, then unmount it.`,
];
const upgrade = say`Look for a newer version of the driver: this is a known bug of old versions.`;

const stepsFor = {
  "came-back": [
    say`Compare the machine's uptime with the time of the deletion: was it rebooted, or only disconnected?`,
    say`Restart the kubelet there: it then looks for the volumes of pods again.`,
  ],
  "input-output": [
    say`On the node, unmount the pod's own path first, then the path that ends with "globalmount".`,
    say`Look at the device in "dmesg". Data that was not written yet may be lost: check the file system before the next use.`,
  ],
  "not-mounted": [say`Check with "findmnt" that the volume is really not mounted there.`, upgrade],
  "state-missing": [say`Check with "findmnt" that the volume is really not mounted there.`, upgrade],
  block: [say`Check with "lsblk" whether the device is still mapped there.`, upgrade],
} satisfies { readonly [trouble: string]: readonly Phrase[] };

/** Of the others, only the node knows more. */
type Trouble = keyof typeof stepsFor | "busy" | "nfs" | "other" | "runtime";

/** `using.trouble`: what is known about it. */
export const inspectNode = defineRemedy({
  name: "inspect-node",
  summary: "Find what holds a mount on a node",
  on: ["v1/nodes"],
  make(on, { trouble = "other" }: { readonly trouble?: Trouble }) {
    if (trouble === "runtime") return ofRuntime(on);
    const steps = isKnown(trouble) ? stepsFor[trouble] : findHolder;
    return {
      title: say`Find what holds the volume on ${nameOf(on)}`,
      because: say`Only the node knows which process, export or mount holds it. Once that ends, the kubelet unmounts the volume and Kubernetes continues.`,
      commands: [kubectl`describe node ${on.name}`],
      steps: [
        ...steps,
        say`Search the kubelet's log for "UnmountVolume" and "UnmountDevice" with the name of the volume.`,
      ],
    };
  },
});

function ofRuntime(on: ObjectRef): MadeRemedy {
  return {
    title: say`Find out why containers on ${nameOf(on)} do not end`,
    because: say`Only the node knows what the container runtime waits for. Once the containers have ended, the kubelet unmounts the volume and Kubernetes continues.`,
    commands: [kubectl`describe node ${on.name}`],
    steps: [
      say`On the node, list the containers of the pod with "crictl ps -a" and "crictl pods". Look for their processes in state D with "ps": such a process waits for a disk, a mount or the kernel.`,
      say`Read the logs of the container runtime and of the network plugin there.`,
    ],
  };
}

function isKnown(trouble: Trouble): trouble is keyof typeof stepsFor {
  return Object.hasOwn(stepsFor, trouble);
}
