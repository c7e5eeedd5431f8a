import { defineRemedy, nameOf } from "../engine/index.ts";
import { type Phrase, say } from "../model/index.ts";

const findHolder = [
  say`On the node: look for the volume in "findmnt" and "lsblk", and for processes that use it with "fuser -vm" on the mount.`,
  say`Stop the process or the export that holds it, then unmount.`,
];
const upgrade = say`Look for a newer version of the driver: this is a known fault of old ones.`;

const stepsFor: { readonly [trouble: string]: readonly Phrase[] } = {
  "came-back": [
    say`Compare the machine's uptime with the time of the deletion: was it rebooted, or only cut off?`,
    say`Restart the kubelet there: it then looks for the volumes of pods anew.`,
  ],
  "input-output": [
    say`On the node: unmount the pod's own path first, and the path that ends with "globalmount" after it.`,
    say`Look at the device in "dmesg". What was not written yet may be lost: check the file system before the next use.`,
  ],
  "not-mounted": [say`See with "findmnt" that the volume is really not mounted there.`, upgrade],
  "state-missing": [say`See with "findmnt" that the volume is really not mounted there.`, upgrade],
  block: [say`See with "lsblk" whether the device is still mapped there.`, upgrade],
};

/** `using.trouble`: what is known of it. */
export default defineRemedy({
  name: "inspect-node",
  summary: "Find on the node what keeps a mount",
  needs: [],
  make(on, { trouble = "" }) {
    const steps = Object.hasOwn(stepsFor, trouble) ? (stepsFor[trouble] ?? []) : findHolder;
    return {
      name: "inspect-node",
      title: say`Look on ${nameOf(on)} for what keeps the volume`,
      safety: "safe",
      because: say`Only the node knows which process, export or mount holds it. Once that ends, the kubelet unmounts and Kubernetes goes on by itself.`,
      commands: [{ argv: ["kubectl", "describe", "node", on.name] }],
      steps: [
        ...steps,
        say`Read the log of the kubelet for "UnmountVolume" and "UnmountDevice" with the name of the volume.`,
      ],
    };
  },
});
