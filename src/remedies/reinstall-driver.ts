import { defineRemedy, kubectl } from "../define/index.ts";
import { say, words } from "../kubernetes/index.ts";

/**
 * `using.driver`: the name of the CSI driver that is missing. Where only its finalizer is known: `using.finalizer`.
 * kubernetes-csi/external-attacher pkg/controller/util.go SanitizeDriverName, v4.12.
 */
export const reinstallDriver = defineRemedy({
  name: "reinstall-driver",
  summary: "Install a driver again, so that it can finish what it started",
  make(_on, using: { readonly driver: string } | { readonly finalizer: string }) {
    const name = "driver" in using ? using.driver : undefined;
    const finalizer = "finalizer" in using ? using.finalizer : "";
    const driver = name === undefined ? words("the driver") : say`${name}`;
    return {
      title:
        name === undefined
          ? say`Install the driver again that set the finalizer ${finalizer}`
          : say`Install the driver ${name} again`,
      because: say`Only the driver can detach its volumes and delete their disks in the storage backend. Once it runs, it continues without further action.`,
      commands: [kubectl`get csidrivers.storage.k8s.io`, kubectl`get csinodes.storage.k8s.io`],
      steps: [
        ...(name === undefined
          ? [
              say`Find out which driver that was: the finalizer ends with its name, with a dash for each dot. Old manifests and Helm releases name it, too.`,
            ]
          : []),
        say`Install the same version of ${driver} as before, with its old configuration and secrets.`,
        say`Wait until its volumes and attachments are deleted. Then you can uninstall it.`,
      ],
    };
  },
});
