import { live } from "../cluster/index.ts";
import { byName, missingOrdinals, setsByPod } from "../controllers/index.ts";
import { defineRule, matches } from "../define/index.ts";
import { creationFailures, refuserKinds } from "../evidence/index.ts";
import { isTerminating } from "../kubernetes/index.ts";
import type { Hold } from "../report/index.ts";
import { diagnosedFinding } from "./shared/findings.ts";

export default defineRule({
  code: "PVG406",
  name: "claim-not-created",
  title: "A StatefulSet cannot create a claim or a pod",
  confidence: "likely",
  on: ["apps/v1/statefulsets"],
  only: [live, matches(setsByPod, "none", byName("v1/pods"))],
  needs: ["v1/pods", "v1/persistentvolumeclaims", "v1/events", ...refuserKinds],
  what: "The API server refuses a claim or a pod that a StatefulSet with claim templates must create. The claim does not exist, so no other rule can see it.",
  why: "A quota or a LimitRange does not allow it, or a policy or webhook refuses it. Only the events of the set say so, for an hour after the last attempt.",
  whatToDo: "Look at the set: `kubectl pvguard why statefulset/NAME -n NAMESPACE`.",
  sources: [
    "kubernetes/kubernetes pkg/controller/statefulset/stateful_pod_control.go createPersistentVolumeClaims, recordClaimEvent, 1.36",
    "kubernetes/kubernetes#89320",
  ],
  check(set, context) {
    if (isTerminating(set) || (set.spec?.volumeClaimTemplates ?? []).length === 0) return [];
    // Events are asked for of one object at a time: only of sets that lack a pod.
    const missing = missingOrdinals(set, context.cluster);
    if (!missing.read) return { unread: missing.unread };
    if (missing.items.length === 0) return [];
    const told = creationFailures(set, context.cluster);
    if (told.is === "unread") return { unread: told.unread };
    if (told.failures.length === 0) return [];
    return diagnosedFinding(set, context, { by: ["statefulset-pods"], wanted: isRefusal });
  },
});

const reasons: readonly string[] = [
  "CreationExceedsQuota",
  "CreationOutsideLimits",
  "CreationRefused",
  "CreationRetried",
  "CreationFails",
];

function isRefusal({ reason }: Hold): boolean {
  return reasons.includes(reason);
}
