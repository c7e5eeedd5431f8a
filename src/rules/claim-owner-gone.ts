import { live, ownedClaims } from "../cluster/index.ts";
import { keepsDependents, ownerEnd } from "../controllers/index.ts";
import { defineRule } from "../define/index.ts";
import { isTerminating, workloadKinds } from "../kubernetes/index.ts";
import { volumeAtStake } from "./shared/claims.ts";
import { diagnosedFinding } from "./shared/findings.ts";

export default defineRule({
  code: "PVG213",
  name: "claim-owner-gone",
  title: "A claim will be deleted: its owner is missing or being deleted",
  on: ["v1/persistentvolumeclaims"],
  only: [live, ownedClaims],
  needs: [...workloadKinds, "batch/v1/cronjobs", "v1/pods", "v1/nodes", "v1/persistentvolumes"],
  what: "Every owner that a live claim names by uid does not exist or is being deleted. Claims that are deleted with a pod are not reported. PVG215 reports claims that are deleted with a StatefulSet.",
  why: "The garbage collector deletes a claim like this, and with policy Delete its data is lost. This happens to claims that were restored or copied together with the owner references of former objects.",
  whatToDo:
    "To keep the claim, remove its owner references at once: see `kubectl pvguard why pvc/NAME -n NAMESPACE`. Set its volume to Retain.",
  sources: [
    "kubernetes/kubernetes pkg/controller/garbagecollector/garbagecollector.go attemptToDeleteItem, 1.36",
    "velero-io/velero#7862",
  ],
  check(claim, context) {
    if (isTerminating(claim)) return [];
    const owners = claim.metadata.ownerReferences ?? [];
    const ends = owners.map((owner) => ownerEnd(owner, claim, context.cluster));
    if (ends.length === 0 || ends.some(keepsDependents)) return [];
    for (const each of ends) if (each.end === "unread") return { unread: each.unread };
    const stake = volumeAtStake(claim, context.cluster);
    const isSafe = stake.volume === "none";
    return diagnosedFinding(claim, context, {
      by: ["owner-gone"],
      wanted: () => true,
      more: () => ({ severity: isSafe ? "warning" : "error" }),
    });
  },
});
