import { defineRule, type RuleFinding } from "../engine/index.ts";
import {
  boundClaims,
  isTerminating,
  live,
  type PersistentVolumeClaim,
  type Phrase,
  proof,
  refOf,
  say,
  unownedClaims,
} from "../model/index.ts";
import { isOlderThan } from "./shared/age.ts";
import { sizeOf } from "./shared/size.ts";
import { unusedSince } from "./shared/unused-since.ts";
import { claimsWithoutPods, type UseOfClaim, useNeeds, useOfClaim } from "./shared/use-of-claim.ts";

export default defineRule({
  code: "PVG308",
  name: "statefulset-surplus-claim",
  title: "A StatefulSet was scaled down or deleted, and left a claim",
  severity: "warning",
  confidence: "certain",
  on: ["v1/persistentvolumeclaims"],
  only: [live, boundClaims, unownedClaims, claimsWithoutPods],
  needs: useNeeds,
  doc: {
    what: "A claim has the name that a StatefulSet gives, with a number that the set does not run; or several claims have such names and no such set is there. A set that is scaled to nothing is not counted.",
    why: "Unless its retention policy says otherwise, a StatefulSet leaves its claims: scaled up again it finds its data. Until then they cost money.",
    whatToDo:
      "Decide whether the set will be that large again; a person must. Take a backup before a claim is deleted: `kubectl pvguard why pvc/NAME -n NAMESPACE` says what becomes of the data.",
  },
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
    evidence: [proof(refOf(claim), "metadata.name", claim.metadata.name)],
    ...sizeOf(claim),
  };
}

function message(left: Left): Phrase {
  switch (left.use) {
    case "surplus":
      return say`statefulset/${left.set} has ${left.replicas} ${left.replicas === 1 ? say`replica` : say`replicas`} now, and no pod for it`;
    case "left out":
      return say`the pods of ${left.owner} use claims that are named like it, and none uses this one`;
    case "set gone":
      return say`it is named like one of ${left.claims} claims of a StatefulSet such as ${left.set}, which is not there`;
  }
}
