import { live, pendingOrLostClaims } from "../cluster/index.ts";
import { annotationNames } from "../controllers/index.ts";
import { defineRule } from "../define/index.ts";
import { annotationOf, isTerminating, say } from "../kubernetes/index.ts";
import { proof } from "../report/index.ts";
import { diagnosedFinding, isOlderThan, sizeOf } from "./shared/findings.ts";

export default defineRule({
  code: "PVG305",
  name: "claim-lost",
  title: "A claim has lost its volume",
  severity: "error",
  on: ["v1/persistentvolumeclaims"],
  only: [live, pendingOrLostClaims],
  needs: ["v1/persistentvolumes", "v1/pods", "storage.k8s.io/v1/volumeattachments"],
  what: "A claim is Lost, or will be at the next sync: its volume no longer exists, or belongs to another claim.",
  why: "The link is lost, but the disk most often is not. Running pods still have it mounted, but would not get it again after a restart.",
  whatToDo:
    "Do not restart its pods, and do not delete the claim. See `kubectl pvguard why pvc/NAME -n NAMESPACE`: the claim is no longer Lost when the right volume is back.",
  sources: [
    "kubernetes/kubernetes pkg/controller/volume/persistentvolume/pv_controller.go syncBoundClaim, 1.36",
    "kubernetes/kubernetes#112562",
    "kubernetes/kubernetes#60298",
  ],
  check(claim, context) {
    const { phase } = claim.status ?? {};
    const isMarked = annotationOf(claim, annotationNames.bindCompleted) !== undefined;
    if (isTerminating(claim) || !(phase === "Lost" || (phase === "Pending" && isMarked))) return [];
    // The working claims of populators lose their volume when it is handed on.
    if (claim.metadata.name.startsWith("prime-")) return [];
    if (!isOlderThan(claim, context.olderThan, context.cluster.now)) return [];
    const found = diagnosedFinding(claim, context, {
      by: ["lost"],
      wanted: () => true,
      more: ({ category }) => ({ severity: category === "waiting" ? "note" : "error" }),
    });
    if (!("unread" in found)) return found;
    const because = say`its phase is ${phase ?? "not set"}, and its volume could not be read`;
    const evidence = [proof(claim, "status.phase", phase)];
    return { ...found, findings: [{ message: because, confidence: "unknown", evidence, ...sizeOf(claim) }] };
  },
});
