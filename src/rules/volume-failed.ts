import { failedVolumes } from "../cluster/index.ts";
import { defineRule } from "../define/index.ts";
import { diagnosedFinding, isOld, isTrouble } from "./shared/findings.ts";
import { outlookOf } from "./shared/reclaim.ts";

export default defineRule({
  code: "PVG304",
  name: "volume-failed",
  title: "A volume is Failed",
  on: ["v1/persistentvolumes"],
  only: [failedVolumes],
  needs: ["v1/persistentvolumeclaims", "v1/events"],
  what: "A PersistentVolume is in phase Failed: it could not be deleted or recycled.",
  why: "The field status.message says why. With policy Retain, nothing else happens, and this is only a note.",
  whatToDo: "Look at its cause: `kubectl pvguard why pv/NAME`.",
  sources: [
    "kubernetes/kubernetes pkg/controller/volume/persistentvolume/pv_controller.go reclaimVolume, recycleVolumeOperation, deleteVolumeOperation, 1.36",
    "kubernetes/kubernetes#42784",
  ],
  check(volume, context) {
    const { phase, lastPhaseTransitionTime } = volume.status ?? {};
    if (phase !== "Failed") return [];
    if (!isOld(lastPhaseTransitionTime, context.olderThan, context.cluster.now)) return [];
    const isKept = (reason: string) => reason === "FailedAndRetained";
    return diagnosedFinding(volume, context, {
      by: ["failed"],
      wanted: (hold) => isKept(hold.reason) || (isTrouble(hold) && outlookOf(hold.reason) === "fails"),
      more: ({ reason }) => ({ severity: isKept(reason) ? "note" : "warning" }),
    });
  },
});
