import { boundClaims, live, unownedClaims } from "../cluster/index.ts";
import { defineRule } from "../define/index.ts";
import type { PersistentVolumeClaim } from "../kubernetes/index.ts";
import { isTerminating, say } from "../kubernetes/index.ts";
import { proof } from "../report/index.ts";
import { claimsWithoutPods, unusedSince, useNeeds, useOfClaim } from "./shared/claims.ts";
import { isOld, isOlderThan, sizeOf } from "./shared/findings.ts";

/** Between two runs of a daily job, nothing uses a claim either, in seconds. */
const day = 86_400;
const month = 30 * day;

export default defineRule({
  code: "PVG307",
  name: "claim-unused",
  title: "Nothing uses a claim, and no existing workload would",
  severity: "note",
  confidence: "likely",
  on: ["v1/persistentvolumeclaims"],
  only: [live, boundClaims, unownedClaims, claimsWithoutPods],
  needs: useNeeds,
  what: "A Bound claim is older than a day, and no pod refers to it. No template of a Deployment, StatefulSet, DaemonSet, Job or CronJob refers to it, not even one that is suspended or scaled to zero. The claim has no owner, and no Pending claim is to be filled from it.",
  why: "It may be left over, or kept on purpose: for a machine that is switched off, or for a tool that creates its pods itself. If the cluster sets the condition Unused, that says since when. After a month, this is a warning.",
  whatToDo:
    "Ask first who it belonged to: you must decide. You can set its volume to Retain first. pvguard never proposes to delete it.",
  sources: [
    "kubernetes/enhancements keps/sig-storage/5541-pvc-last-used-time/README.md",
    "kubernetes/kubernetes pkg/controller/volume/pvcprotection/pvc_protection_controller.go podUsesPVCForUnusedSince, 1.36",
    "derailed/popeye#173",
    "yonahd/kor#402",
  ],
  check(claim, { cluster, olderThan, once }) {
    if (isTerminating(claim) || claim.status?.phase !== "Bound") return [];
    const since = unusedSince(claim);
    if (!isOld(since, olderThan, cluster.now)) return [];
    if (!isOlderThan(claim, Math.max(day, olderThan), cluster.now)) return [];
    const used = once(claim, useOfClaim);
    switch (used.use) {
      case "used":
      case "surplus":
      case "left out":
      case "set gone":
        return [];
      case "unread":
        return { unread: used.unread };
      case "none":
        return [finding(claim, since, cluster.now)];
    }
  },
});

function finding(claim: PersistentVolumeClaim, since: string | undefined, now: number) {
  const isLong = since !== undefined && isOld(since, month, now);
  return {
    message:
      since === undefined
        ? say`no pod or workload refers to it; the cluster does not say since when`
        : say`no pod or workload refers to it, and no pod has used it since then`,
    severity: isLong ? ("warning" as const) : ("note" as const),
    ...(since === undefined ? {} : { since }),
    evidence: [
      proof(claim, "metadata.creationTimestamp", claim.metadata.creationTimestamp),
      ...(since === undefined ? [] : [proof(claim, "status.conditions[Unused].lastTransitionTime", since)]),
    ],
    ...sizeOf(claim),
  };
}
