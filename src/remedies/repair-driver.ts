import { defineRemedy } from "../engine/index.ts";
import { type Phrase, say } from "../model/index.ts";

/** `using.driver`, and `using.trouble`: what the error is about. */
export default defineRemedy({
  name: "repair-driver",
  summary: "Mend what a CSI driver complains about; it then retries by itself",
  needs: [],
  make(_on, { driver, trouble }) {
    if (driver === undefined || driver === "") return undefined;
    return {
      name: "repair-driver",
      title: titleFor(trouble, driver),
      safety: "safe",
      because: say`The attacher retries by itself, at least every five minutes, and then finishes properly. Removing the finalizer would hide the fault, and the next volume would hang the same way.`,
      commands: [],
      steps: stepsFor(trouble, driver),
    };
  },
});

function titleFor(trouble: string | undefined, driver: string): Phrase {
  if (trouble === "rights-in-kubernetes")
    return say`Give the service account of ${driver} the right that it lacks`;
  if (trouble === "rights-in-storage") return say`Give ${driver} the right to detach in the storage system`;
  return say`Mend what ${driver} complains about`;
}

function stepsFor(trouble: string | undefined, driver: string): readonly Phrase[] {
  if (trouble === "rights-in-kubernetes") {
    return [
      say`The error names the user, the verb and the resource. Add them to the ClusterRole of that user: an external-attacher needs get, list, watch and patch on volumeattachments, and patch on volumeattachments/status and persistentvolumes.`,
      say`Compare with the RBAC manifest that belongs to the installed version of ${driver}.`,
    ];
  }
  if (trouble === "rights-in-storage") {
    return [
      say`The error names what was refused. Add that permission to the role, key or policy that ${driver} uses.`,
    ];
  }
  return [say`Read the log of the container csi-attacher, and of the driver's own container beside it.`];
}
