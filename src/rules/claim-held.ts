import { heldRule } from "./shared/findings.ts";

export default heldRule({
  code: "PVG101",
  name: "claim-held",
  title: "A claim stays Terminating",
  on: ["v1/persistentvolumeclaims"],
  what: "A PersistentVolumeClaim has been Terminating for longer than --older-than.",
  why: "Something still holds it: a pod, a snapshot, a clone, or a controller that does not act.",
  whatToDo: "Look at its root cause: `kubectl pvguard why pvc/NAME -n NAMESPACE`.",
  sources: [
    "kubernetes/kubernetes pkg/controller/volume/pvcprotection/pvc_protection_controller.go processPVC, 1.36",
  ],
});
