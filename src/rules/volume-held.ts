import { heldRule } from "./shared/findings.ts";

export default heldRule({
  code: "PVG102",
  name: "volume-held",
  title: "A volume stays Terminating",
  on: ["v1/persistentvolumes"],
  what: "A PersistentVolume has been Terminating for longer than --older-than.",
  why: "It is still Bound, an attachment still names it, or its disk could not be deleted.",
  whatToDo: "Look at its root cause: `kubectl pvguard why pv/NAME`.",
  sources: [
    "kubernetes/kubernetes pkg/controller/volume/pvprotection/pv_protection_controller.go isBeingUsed, 1.36",
    "kubernetes-sigs/sig-storage-lib-external-provisioner controller/controller.go shouldDelete, v13",
    "kubernetes-csi/external-attacher pkg/controller/csi_handler.go SyncNewOrUpdatedPersistentVolume, v4.12",
  ],
});
