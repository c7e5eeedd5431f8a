import { defineRemedy, nameOf } from "../engine/index.ts";
import { say } from "../model/index.ts";

export default defineRemedy({
  name: "inspect-node",
  summary: "Find on the node what keeps a mount",
  needs: [],
  make(on) {
    return {
      name: "inspect-node",
      title: say`Look on ${nameOf(on)} for what keeps the mount`,
      safety: "safe",
      because: say`Only the node knows which process, export or mount holds the volume. Once that ends, the kubelet unmounts and Kubernetes goes on by itself.`,
      commands: [{ argv: ["kubectl", "describe", "node", on.name] }],
      steps: [
        say`On the node: look for the volume in "findmnt" and "lsblk", and for processes that use it with "fuser -vm" on the mount.`,
        say`Read the log of the kubelet for "UnmountVolume" and "UnmountDevice".`,
        say`Stop the process or the export that holds it, then unmount.`,
      ],
    };
  },
});
