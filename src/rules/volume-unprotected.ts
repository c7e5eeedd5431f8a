import { everywhere, live, unprotectedVolumes } from "../cluster/index.ts";
import { finalizerNames } from "../controllers/index.ts";
import { defineRule } from "../define/index.ts";
import { say } from "../kubernetes/index.ts";
import { isUnprotected, objectsOf, unprotectedFinding } from "./shared/finalizers.ts";

const finalizer = finalizerNames.pvProtection;

export default defineRule({
  code: "PVG202",
  name: "volume-unprotected",
  title: "A live volume is not protected from deletion while in use",
  on: ["v1/persistentvolumes"],
  only: [live, unprotectedVolumes],
  what: "A live PersistentVolume that is older than five minutes lacks the finalizer kubernetes.io/pv-protection.",
  why: "When the volume is deleted while Bound, it disappears at once: its claim becomes Lost, and its disk is left with no record of it. Admission adds the finalizer at creation, and a controller adds it to every volume that lacks it. So both are off or do not act, or a person or tool removes it.",
  whatToDo:
    "Check that pv-protection-controller runs in kube-controller-manager (`--controllers`). A virtual cluster may have it switched off: you must enable it.",
  sources: [
    "kubernetes/kubernetes plugin/pkg/admission/storage/storageobjectinuseprotection/admission.go Admit, 1.36",
    "kubernetes/kubernetes pkg/controller/volume/pvprotection/pv_protection_controller.go processPV, 1.36",
  ],
  check(volume, context) {
    if (!isUnprotected(volume, finalizer, context)) return [];
    const peers = () => objectsOf(context.cluster.walkAll("v1/persistentvolumes", everywhere));
    const cost = say`if deleted while Bound, it would disappear at once, and its claim would become Lost`;
    return [unprotectedFinding(volume, { finalizer, peers, cost }, context)];
  },
});
