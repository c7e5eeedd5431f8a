import { live, podsWithClaims, unfinishedPods } from "../cluster/index.ts";
import { byName, claimsOfPod, isPodFinished, podsByClaim } from "../controllers/index.ts";
import { defineRule, matches } from "../define/index.ts";
import { isTerminating, workloadKinds } from "../kubernetes/index.ts";
import { diagnosedFinding, isOlderThan } from "./shared/findings.ts";

const reasons: readonly string[] = ["ClaimMissing", "StatefulSetClaimGone", "ClaimGoneUnderPod"];

export default defineRule({
  code: "PVG403",
  name: "pod-without-claim",
  title: "A pod refers to a claim that does not exist",
  on: ["v1/pods"],
  only: [
    live,
    unfinishedPods,
    podsWithClaims,
    matches(podsByClaim, "none", byName("v1/persistentvolumeclaims")),
  ],
  needs: ["v1/persistentvolumeclaims", "v1/events", ...workloadKinds],
  what: "A pod waits for a claim that does not exist, or runs on a claim that was deleted while the pod used it.",
  why: "Nothing creates the claim, or the pod of a StatefulSet was created while the former claim was being deleted. A pod that runs on a missing claim does not survive a restart.",
  whatToDo:
    "For a StatefulSet, delete the pod: `kubectl delete pod NAME -n NAMESPACE`. The set creates both again, and the new claim is empty. If data is missing, first look for the former volume. For other pods, you must create the claim.",
  sources: [
    "kubernetes/kubernetes pkg/scheduler/framework/plugins/volumebinding/volume_binding.go podHasPVCs, 1.36",
    "kubernetes/kubernetes pkg/controller/statefulset/stateful_pod_control.go createMissingPersistentVolumeClaims, 1.36",
    "kubernetes/kubernetes#74374",
  ],
  check(pod, context) {
    if (isTerminating(pod) || isPodFinished(pod)) return [];
    if (!isOlderThan(pod, context.olderThan, context.cluster.now)) return [];
    const claims = claimsOfPod(pod, context.cluster);
    if (!claims.read) return { unread: claims.unread };
    if (!claims.claims.some(({ claim }) => claim === "missing")) return [];
    return diagnosedFinding(pod, context, {
      by: ["pod-start"],
      wanted: ({ reason }) => reasons.includes(reason),
    });
  },
});
