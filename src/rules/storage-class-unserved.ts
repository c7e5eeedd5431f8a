import { defineRule } from "../define/index.ts";
import { classServed } from "../evidence/index.ts";

export default defineRule({
  code: "PVG315",
  name: "storage-class-unserved",
  title: "No provisioner creates volumes for a StorageClass",
  confidence: "likely",
  on: ["storage.k8s.io/v1/storageclasses"],
  needs: [
    "storage.k8s.io/v1/csidrivers",
    "storage.k8s.io/v1/csinodes",
    "v1/persistentvolumes",
    "v1/persistentvolumeclaims",
    "v1/events",
  ],
  what: "No CSI driver has the name of the class's provisioner. No volume says that this provisioner created it, and no event on a Pending claim of the class is from it.",
  why: "The name is mistyped, the driver is not installed, or the in-tree plugin no longer exists. A provisioner with its own code registers nowhere: where no claim waits, or the name is not that of a CSI driver, this is only a note.",
  whatToDo:
    "Install the driver, or create a class with the right name: the provisioner of a class cannot be changed. `kubectl get csidrivers` shows the names.",
  sources: [
    "kubernetes-csi/external-provisioner pkg/controller/controller.go Provision, v6.3",
    "kubernetes/kubernetes pkg/controller/volume/persistentvolume/pv_controller.go provisionClaim, 1.36",
    "kubernetes-csi/external-provisioner#1437",
  ],
  check(storageClass, { cluster }) {
    const served = classServed(storageClass, cluster);
    switch (served.is) {
      case "served":
        return [];
      case "unread":
        return { unread: served.unread };
      case "unserved":
        return {
          message: served.message,
          severity: served.how === "sure" ? "warning" : "note",
          storageClass: storageClass.metadata.name,
          evidence: served.evidence,
        };
    }
  },
});
