import { inNamespace, live, unprotectedClaims } from "../cluster/index.ts";
import { finalizerNames } from "../controllers/index.ts";
import { defineRule } from "../define/index.ts";
import { say } from "../kubernetes/index.ts";
import { isUnprotected, objectsOf, unprotectedFinding } from "./shared/finalizers.ts";

const finalizer = finalizerNames.pvcProtection;

export default defineRule({
  code: "PVG201",
  name: "claim-unprotected",
  title: "A live claim is not protected from deletion while in use",
  on: ["v1/persistentvolumeclaims"],
  only: [live, unprotectedClaims],
  what: "A live PersistentVolumeClaim that is older than five minutes lacks the finalizer kubernetes.io/pvc-protection.",
  why: "When the claim is deleted, it disappears at once, even while a pod uses it. With policy Delete, its disk is deleted too. Admission adds the finalizer at creation, and a controller adds it to every claim that lacks it. So both are off or do not act, or a person or tool removes it.",
  whatToDo:
    "Check that pvc-protection-controller runs in kube-controller-manager (`--controllers`). A virtual cluster may have it switched off: you must enable it.",
  sources: [
    "kubernetes/kubernetes plugin/pkg/admission/storage/storageobjectinuseprotection/admission.go Admit, 1.36",
    "kubernetes/kubernetes pkg/controller/util/protectionutil NeedToAddFinalizer, 1.36",
  ],
  check(claim, context) {
    if (!isUnprotected(claim, finalizer, context)) return [];
    const scope = inNamespace(claim.metadata.namespace ?? "");
    const peers = () => objectsOf(context.cluster.walkAll("v1/persistentvolumeclaims", scope));
    const cost = say`if deleted, it would disappear at once, even while in use`;
    return [unprotectedFinding(claim, { finalizer, peers, cost }, context)];
  },
});
