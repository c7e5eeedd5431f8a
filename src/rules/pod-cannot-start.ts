import { live, podsNotStarted, podsWithStorage } from "../cluster/index.ts";
import type { AuditContext, RuleAnswer } from "../define/index.ts";
import { defineRule } from "../define/index.ts";
import { mountBroken } from "../evidence/index.ts";
import type { Pod } from "../kubernetes/index.ts";
import { isTerminating, workloadKinds } from "../kubernetes/index.ts";
import { usesStorage } from "./shared/claims.ts";
import { behindAttachment, diagnosedFinding, isTrouble } from "./shared/findings.ts";

/** An attach and a mount take this long at most where nothing is wrong, in seconds. */
const normalStart = 300;

export default defineRule({
  code: "PVG405",
  name: "pod-cannot-start",
  title: "A pod cannot start because of its volume",
  confidence: "likely",
  on: ["v1/pods"],
  only: [live, podsNotStarted, podsWithStorage],
  needs: [
    "v1/persistentvolumeclaims",
    "v1/persistentvolumes",
    "storage.k8s.io/v1/volumeattachments",
    "v1/events",
    "v1/nodes",
    "storage.k8s.io/v1/csinodes",
    "storage.k8s.io/v1/csidrivers",
    ...workloadKinds,
  ],
  what: "A pod whose claims are Bound has been Pending for more than five minutes. One of its volumes, or an inline volume of a CSI driver, cannot be attached or mounted, or keeps it from being scheduled. Or a container of a running pod cannot start again, because a mount no longer answers. Of a start that only takes long, this is a note.",
  why: "The claim is Bound, so nothing else looks wrong. The pod waits until the volume is detached from another node, until the driver can attach and mount it, or for a node that can reach it.",
  whatToDo: "Look at the cause: `kubectl pvguard why pod/NAME -n NAMESPACE`.",
  sources: [
    "kubernetes/kubernetes pkg/controller/volume/attachdetach/reconciler/reconciler.go reportMultiAttachError, 1.36",
    "kubernetes/kubernetes pkg/kubelet/volumemanager/volume_manager.go WaitForAttachAndMount, 1.36",
  ],
  check(pod, context) {
    if (isTerminating(pod)) return [];
    if (pod.status?.phase !== "Pending" && mountBroken(pod).is !== "proven") return [];
    if (!usesStorage(pod)) return [];
    if (pod.metadata.creationTimestamp === undefined || context.isTooNew(pod, normalStart)) return [];
    const answer = diagnosedFinding(pod, context, {
      by: ["pod-start"],
      wanted: (hold) => !ofClaims.includes(hold.reason) && (isTrouble(hold) || hold.reason === takesLong),
      more: (hold) => (hold.reason === takesLong ? { severity: "note" } : {}),
    });
    if ("unread" in answer || answer.length > 0) return answer;
    const behind = fromAttachments(pod, context);
    return "unread" in behind || behind.length > 0 ? behind : fromLeavingPods(pod, context);
  },
});

/** It goes on, and ends without action. */
const takesLong = "OwnershipChangeTakesLong";

/** What is wrong with a claim itself is the finding of another rule. */
const ofClaims: readonly string[] = [
  "ClaimMissing",
  "StatefulSetClaimGone",
  "ClaimOfAnotherPod",
  "ClaimIsLost",
  "EphemeralClaimNotMade",
];

/** What the pod waits for is an attachment that is not ready: the trouble, if there is any, is what holds that. */
function fromAttachments(pod: Pod, context: AuditContext): RuleAnswer {
  for (const { holder } of context.ownHolds(pod)) {
    if (!("object" in holder) || holder.object.kind !== "VolumeAttachment") continue;
    const found = context.cluster.get("storage.k8s.io/v1/volumeattachments", holder.object.name);
    if (found.state === "unread") return { unread: found.unread };
    if (found.state === "absent") continue;
    const { object: attachment } = found;
    const answer = diagnosedFinding(attachment, context, {
      by: ["attachment-detach"],
      wanted: isTrouble,
      more: (hold) => behindAttachment(attachment, hold),
    });
    if ("unread" in answer || answer.length > 0) return answer;
  }
  return [];
}

/** What the pod waits for is another pod that is being deleted: the trouble, if there is any, is what keeps that one. */
function fromLeavingPods(pod: Pod, context: AuditContext): RuleAnswer {
  for (const { holder } of context.ownHolds(pod)) {
    if (!("object" in holder) || holder.object.kind !== "Pod") continue;
    const found = context.cluster.get("v1/pods", holder.object.name, holder.object.namespace);
    if (found.state === "unread") return { unread: found.unread };
    if (found.state === "absent") continue;
    const answer = diagnosedFinding(found.object, context, { by: ["pod-teardown"], wanted: isTrouble });
    if ("unread" in answer) return answer;
    if (answer.length > 0) return answer;
  }
  return [];
}
