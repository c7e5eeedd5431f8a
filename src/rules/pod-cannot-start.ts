import { live, pendingPods, podsWithClaims } from "../cluster/index.ts";
import { claimNameOf, isPodScheduled } from "../controllers/index.ts";
import type { AuditContext, RuleAnswer } from "../define/index.ts";
import { defineRule } from "../define/index.ts";
import type { Pod } from "../kubernetes/index.ts";
import { isTerminating, secondsSince } from "../kubernetes/index.ts";
import { diagnosedFinding, isTrouble } from "./shared/findings.ts";

/** An attach and a mount take this long at most where nothing is wrong, in seconds. */
const normalStart = 300;

export default defineRule({
  code: "PVG405",
  name: "pod-cannot-start",
  title: "A scheduled pod cannot start because of its volume",
  confidence: "likely",
  on: ["v1/pods"],
  only: [live, pendingPods, podsWithClaims],
  needs: [
    "v1/persistentvolumeclaims",
    "v1/persistentvolumes",
    "storage.k8s.io/v1/volumeattachments",
    "v1/events",
    "v1/nodes",
    "storage.k8s.io/v1/csinodes",
    "apps/v1/replicasets",
  ],
  what: "A scheduled pod has been Pending for more than five minutes, and one of its volumes cannot be attached or mounted.",
  why: "The claim is Bound, so nothing else looks wrong. The pod waits until the volume is detached from another node, or until the driver can attach and mount it.",
  whatToDo: "Look at the cause: `kubectl pvguard why pod/NAME -n NAMESPACE`.",
  sources: [
    "kubernetes/kubernetes pkg/controller/volume/attachdetach/reconciler/reconciler.go reportMultiAttachError, 1.36",
    "kubernetes/kubernetes pkg/kubelet/volumemanager/volume_manager.go WaitForAttachAndMount, 1.36",
  ],
  check(pod, context) {
    const age = secondsSince(pod.metadata.creationTimestamp, context.cluster.now);
    if (pod.status?.phase !== "Pending" || isTerminating(pod) || !isPodScheduled(pod)) return [];
    if (age === undefined || age < normalStart) return [];
    if (!(pod.spec?.volumes ?? []).some((volume) => claimNameOf(pod, volume) !== undefined)) return [];
    const answer = diagnosedFinding(pod, context, { by: ["pod-start"], wanted: isTrouble });
    return "unread" in answer || answer.length > 0 ? answer : fromAttachments(pod, context);
  },
});

/** What the pod waits for is an attachment that is not ready: the trouble, if there is any, is what holds that. */
function fromAttachments(pod: Pod, context: AuditContext): RuleAnswer {
  for (const { holder } of context.ownHolds(pod)) {
    if (!("object" in holder) || holder.object.kind !== "VolumeAttachment") continue;
    const found = context.cluster.get("storage.k8s.io/v1/volumeattachments", holder.object.name);
    if (found.state === "unread") return { unread: found.unread };
    if (found.state === "absent") continue;
    const answer = diagnosedFinding(found.object, context, { by: ["attachment-detach"], wanted: isTrouble });
    if ("unread" in answer || answer.length > 0) return answer;
  }
  return [];
}
