import { live, pendingClaims } from "../cluster/index.ts";
import { annotationNames } from "../controllers/index.ts";
import { defineRule } from "../define/index.ts";
import { annotationOf, isTerminating, workloadKinds } from "../kubernetes/index.ts";
import { diagnosedFinding, isTrouble } from "./shared/findings.ts";

export default defineRule({
  code: "PVG401",
  name: "claim-pending",
  title: "A claim stays Pending",
  on: ["v1/persistentvolumeclaims"],
  only: [live, pendingClaims],
  needs: [
    "v1/persistentvolumes",
    "v1/pods",
    "v1/nodes",
    "v1/events",
    "storage.k8s.io/v1/storageclasses",
    "storage.k8s.io/v1/csidrivers",
    "storage.k8s.io/v1/csinodes",
    "storage.k8s.io/v1/csistoragecapacities",
    "snapshot.storage.k8s.io/v1/volumesnapshots",
    ...workloadKinds,
    "batch/v1/cronjobs",
  ],
  what: "A claim has been Pending for longer than --older-than, and action is needed. A claim that waits for its first pod is not counted as long as a workload will create that pod: that is normal. One for which none will come is a note: it has no data yet.",
  why: "No volume fits, the class or the source does not exist, the provisioner fails or is missing, or the volume that the claim names belongs to another claim.",
  whatToDo: "Look at its cause: `kubectl pvguard why pvc/NAME -n NAMESPACE`.",
  sources: [
    "kubernetes/kubernetes pkg/controller/volume/persistentvolume/pv_controller.go syncUnboundClaim, 1.36",
    "kubernetes-csi/external-provisioner pkg/controller/controller.go Provision, v6.3",
  ],
  check(claim, context) {
    const isLost = annotationOf(claim, annotationNames.bindCompleted) !== undefined;
    if (claim.status?.phase !== "Pending" || isTerminating(claim) || isLost) return [];
    if (context.isTooNew(claim)) return [];
    return diagnosedFinding(claim, context, {
      by: ["pending"],
      wanted: isTrouble,
      more: ({ reason }) => (reason === "NoPodWillUseClaim" ? { severity: "note" } : {}),
    });
  },
});
