import { boundClaims, live, unownedClaims } from "../cluster/index.ts";
import type { RuleFinding } from "../define/index.ts";
import { defineRule } from "../define/index.ts";
import type { PersistentVolumeClaim, Phrase } from "../kubernetes/index.ts";
import { isTerminating, say } from "../kubernetes/index.ts";
import { proof } from "../report/index.ts";
import type { UseOfClaim } from "./shared/claims.ts";
import { claimsWithoutPods, unusedSince, useNeeds, useOfClaim } from "./shared/claims.ts";
import { isOlderThan, sizeOf } from "./shared/findings.ts";

export default defineRule({
  code: "PVG308",
  name: "statefulset-surplus-claim",
  title: "A StatefulSet left a claim behind when scaled down or deleted",
  on: ["v1/persistentvolumeclaims"],
  only: [live, boundClaims, unownedClaims, claimsWithoutPods],
  needs: useNeeds,
  what: "A claim has a name as a StatefulSet gives it, with a number for which the set runs no pod; or several claims have names like this, and no such set exists. A set that is scaled to zero is not counted.",
  why: "Unless its retention policy says otherwise, a StatefulSet keeps its claims: when it is scaled up again, it finds its data. Until then, the claims cost money.",
  whatToDo:
    "You must decide whether the set will be that large again. Take a backup before you delete a claim: `kubectl pvguard why pvc/NAME -n NAMESPACE` shows what happens to the data.",
  sources: [
    "kubernetes/kubernetes pkg/controller/statefulset/stateful_set_utils.go podInOrdinalRange, getPersistentVolumeClaimName, 1.36",
    "kubernetes/kubernetes#55045",
  ],
  check(claim, { cluster, olderThan, once }) {
    if (isTerminating(claim) || claim.status?.phase !== "Bound") return [];
    if (!isOlderThan(claim, olderThan, cluster.now)) return [];
    const used = once(claim, useOfClaim);
    switch (used.use) {
      case "used":
      case "none":
        return [];
      case "unread":
        return { unread: used.unread };
      case "surplus":
      case "left out":
      case "set gone":
        return [finding(claim, used)];
    }
  },
});

type Left = Extract<UseOfClaim, { use: "surplus" | "left out" | "set gone" }>;

function finding(claim: PersistentVolumeClaim, left: Left): RuleFinding {
  const since = unusedSince(claim);
  return {
    message: message(left),
    severity: left.use === "set gone" ? "note" : "warning",
    confidence: left.use === "surplus" ? "certain" : "likely",
    ...(since === undefined ? {} : { since }),
    evidence: [proof(claim, "metadata.name", claim.metadata.name)],
    ...sizeOf(claim),
  };
}

function message(left: Left): Phrase {
  switch (left.use) {
    case "surplus":
      return say`statefulset/${left.set} has ${left.replicas} ${left.replicas === 1 ? say`replica` : say`replicas`} now, and no pod for this claim`;
    case "left out":
      return say`the pods of ${left.owner} use claims with names like this one, but no pod uses this claim`;
    case "set gone":
      return say`it is one of ${left.claims} claims with names like those of a StatefulSet such as ${left.set}, which does not exist`;
  }
}
