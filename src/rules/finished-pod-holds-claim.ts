import { deleted, finishedPods, live, podsWithClaims } from "../cluster/index.ts";
import {
  byName,
  claimsOfPod,
  isPodFinished,
  podsByClaim,
  podUsesClaimForDeletion,
  storageClassNameOf,
} from "../controllers/index.ts";
import type { RuleFinding } from "../define/index.ts";
import { defineRule, matchesOne } from "../define/index.ts";
import type { PersistentVolumeClaim, Pod } from "../kubernetes/index.ts";
import { isTerminating, nameOf, say } from "../kubernetes/index.ts";
import { deletePod } from "../remedies/index.ts";
import { proof } from "../report/index.ts";

export default defineRule({
  code: "PVG107",
  name: "finished-pod-holds-claim",
  title: "A finished pod holds a claim that is being deleted",
  on: ["v1/pods"],
  only: [
    live,
    finishedPods,
    podsWithClaims,
    matchesOne(podsByClaim, byName("v1/persistentvolumeclaims"), deleted),
  ],
  needs: ["v1/persistentvolumeclaims"],
  what: "A pod that has finished still exists, and a claim that it uses is being deleted.",
  why: "The protection of claims only checks whether the pod object exists: a finished pod counts like a running one.",
  whatToDo:
    "Delete the pod or its Job: `kubectl delete pod NAME -n NAMESPACE`. For Jobs, set ttlSecondsAfterFinished, so that they are cleaned up automatically.",
  sources: [
    "kubernetes/kubernetes pkg/controller/volume/pvcprotection/pvc_protection_controller.go podUsesPVCForDeletion, 1.36",
    "kubernetes/kubernetes#92598",
  ],
  check(pod, { cluster }) {
    if (!isPodFinished(pod) || isTerminating(pod)) return [];
    const claims = claimsOfPod(pod, cluster);
    if (!claims.read) return { unread: claims.unread };
    return claims.claims
      .flatMap(({ claim }) => (claim === "missing" ? [] : [claim]))
      .filter((claim) => isTerminating(claim) && podUsesClaimForDeletion(pod, claim))
      .map((claim) => finding(pod, claim));
  },
});

function classOf(claim: PersistentVolumeClaim): Pick<RuleFinding, "storageClass"> {
  const storageClass = storageClassNameOf(claim);
  return storageClass === "" ? {} : { storageClass };
}

function finding(pod: Pod, claim: PersistentVolumeClaim): RuleFinding {
  const { deletionTimestamp } = claim.metadata;
  return {
    message: say`it has finished (${pod.status?.phase ?? ""}) but has not been deleted, so ${nameOf(claim)} is still in use`,
    reason: "FinishedPodUsesClaim",
    ...(deletionTimestamp === undefined ? {} : { since: deletionTimestamp }),
    // Of its class, but the claim is what takes up room.
    ...classOf(claim),
    evidence: [
      proof(pod, "status.phase", pod.status?.phase),
      proof(claim, "metadata.deletionTimestamp", deletionTimestamp),
    ],
    remedies: [deletePod(pod)],
  };
}
