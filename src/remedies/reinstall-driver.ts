import { defineRemedy, kubectl } from "../define/index.ts";
import { say } from "../kubernetes/index.ts";

/** `using.driver`: the name of the CSI driver that is missing. */
export const reinstallDriver = defineRemedy({
  name: "reinstall-driver",
  summary: "Install a driver again, so that it can finish what it started",
  make(_on, using: { readonly driver: string }) {
    const driver = using.driver ?? "";
    return {
      title: say`Install the driver ${driver} again`,
      because: say`Only the driver can detach its volumes and delete their disks in the storage backend. Once it runs, it continues without further action.`,
      commands: [kubectl`get csidrivers.storage.k8s.io`, kubectl`get csinodes.storage.k8s.io`],
      steps: [
        say`Install the same version of ${driver} as before, with its old configuration and secrets.`,
        say`Wait until its volumes and attachments are deleted. Then you can uninstall it.`,
      ],
    };
  },
});
