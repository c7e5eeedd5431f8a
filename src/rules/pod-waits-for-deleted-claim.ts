import { deleted, live, pendingPods, podsWithClaims } from "../cluster/index.ts";
import { byName, claimsBySet, statefulSetController } from "../controllers/index.ts";
import type { AuditContext, RuleAnswer, RuleFinding } from "../define/index.ts";
import { defineRule, matchesOne } from "../define/index.ts";
import type { Pod, StatefulSet } from "../kubernetes/index.ts";
import { isTerminating, join, nameOf, say } from "../kubernetes/index.ts";
import { proof } from "../report/index.ts";
import { chainNeeds, diagnosedFinding } from "./shared/findings.ts";

export default defineRule({
  code: "PVG108",
  name: "pod-waits-for-deleted-claim",
  title: "Pods wait for a claim that is being deleted",
  on: ["v1/pods", "apps/v1/statefulsets"],
  only: [
    live,
    pendingPods,
    podsWithClaims,
    {
      either: [{ unread: "v1/pods" }, matchesOne(byName("apps/v1/statefulsets"), claimsBySet, deleted)],
    },
  ],
  needs: chainNeeds,
  what: "A Pending pod uses a claim that is being deleted, or a StatefulSet creates no pod because of a claim like this.",
  why: "No pod starts on a claim that is being deleted. The claim must be deleted first. The next claim of that name is new and empty.",
  whatToDo:
    "Look at what holds the claim: `kubectl pvguard why pvc/NAME -n NAMESPACE`. If its data is needed, first set its volume to Retain.",
  sources: [
    "kubernetes/kubernetes pkg/scheduler/framework/plugins/volumebinding/volume_binding.go podHasPVCs, 1.36",
    "kubernetes/kubernetes pkg/controller/statefulset/stateful_pod_control.go createPersistentVolumeClaims, 1.36",
    "kubernetes/kubernetes#74374",
  ],
  check: (object, context) => (object.kind === "Pod" ? ofPod(object, context) : ofSet(object, context)),
});

function ofPod(pod: Pod, context: AuditContext): RuleAnswer {
  if (pod.status?.phase !== "Pending" || isTerminating(pod)) return [];
  if ((pod.spec?.volumes ?? []).length === 0) return [];
  return diagnosedFinding(pod, context, {
    by: ["pod-start"],
    wanted: ({ reason }) => reason === "ClaimBeingDeleted",
  });
}

function ofSet(set: StatefulSet, { cluster }: AuditContext): RuleAnswer | RuleFinding {
  const decision = statefulSetController.decide(set, cluster);
  switch (decision.decides) {
    case "nothing":
    case "act":
      return [];
    case "unknown":
      return decision;
    case "wait":
      return {
        message: say`it creates no pod while ${join(decision.on.map(nameOf), ", ")} is being deleted; the new claim will be empty`,
        reason: "ClaimBeingDeleted",
        evidence: decision.on.map((claim) => proof(claim, "metadata.deletionTimestamp", "set")),
      };
  }
}
