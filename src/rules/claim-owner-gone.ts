import { ownerEnd } from "../controllers/index.ts";
import { defineRule } from "../engine/index.ts";
import { isTerminating, live, ownedClaims, workloadKinds } from "../model/index.ts";
import { diagnosedFinding } from "./shared/diagnosed.ts";
import { volumeAtStake } from "./shared/volume-of-claim.ts";

export default defineRule({
  code: "PVG213",
  name: "claim-owner-gone",
  title: "The owner of a claim is gone or goes, and the claim will be deleted",
  severity: "warning",
  confidence: "certain",
  on: ["v1/persistentvolumeclaims"],
  only: [live, ownedClaims],
  needs: [...workloadKinds, "batch/v1/cronjobs", "v1/pods", "v1/persistentvolumes"],
  doc: {
    what: "All owners that a live claim names by uid are gone, or are being deleted. What goes with a pod is not told, and what a StatefulSet takes along is told by PVG215.",
    why: "The garbage collector deletes such a claim, and with policy Delete its data goes. It happens to claims that were restored or copied together with the owner references of objects of another time.",
    whatToDo:
      "To keep the claim, take its owner references off at once: see `kubectl pvguard why pvc/NAME -n NAMESPACE`. Set its volume to Retain.",
  },
  sources: [
    "kubernetes/kubernetes pkg/controller/garbagecollector/garbagecollector.go attemptToDeleteItem, 1.36",
    "velero-io/velero#7862",
  ],
  check(claim, context) {
    if (isTerminating(claim)) return [];
    const owners = claim.metadata.ownerReferences ?? [];
    const ends = owners.map((owner) => ownerEnd(owner, claim, context.cluster));
    if (ends.length === 0 || ends.some(({ end }) => end === "stays" || end === "not looked up")) return [];
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
