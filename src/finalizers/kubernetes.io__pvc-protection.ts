import type { Cluster, Fact } from "../cluster/index.ts";
import { everywhere, firstOf } from "../cluster/index.ts";
import {
  deletedClaimsByFinalizer,
  finalizerNames,
  podsOfClaim,
  podUsesClaimForDeletion,
} from "../controllers/index.ts";
import type { FoundHold } from "../define/index.ts";
import { couldNotRead, defineFinalizer, isFresh } from "../define/index.ts";
import { refuserKinds } from "../evidence/index.ts";
import type { PersistentVolumeClaim } from "../kubernetes/index.ts";
import { say } from "../kubernetes/index.ts";
import { dropFinalizer, enableProtection, nudge } from "../remedies/index.ts";
import type { Evidence, RemedyCall } from "../report/index.ts";
import { proof } from "../report/index.ts";
import { startManager } from "./shared/manager-stopped.ts";
import type { ProtectionReason } from "./shared/pvc-protection/reasons.ts";
import { protectionReasons } from "./shared/pvc-protection/reasons.ts";
import { heldByUsers } from "./shared/pvc-protection/users.ts";

export default defineFinalizer({
  finalizer: "kubernetes.io/pvc-protection",
  on: ["v1/persistentvolumeclaims"],
  owner: "pvc-protection-controller",
  needs: [
    "v1/pods",
    "v1/persistentvolumeclaims",
    "v1/persistentvolumes",
    "v1/nodes",
    ...refuserKinds,
    "apps/v1/replicasets",
    "apps/v1/statefulsets",
    "batch/v1/jobs",
  ],
  sources: [
    "kubernetes/kubernetes pkg/controller/volume/pvcprotection/pvc_protection_controller.go processPVC, podUsesPVCForDeletion, 1.25 to 1.36",
    "kubernetes/kubernetes pkg/controller/ttlafterfinished/ttlafterfinished_controller.go processJob, 1.36",
    "kubernetes/kubernetes#92598",
    "kubernetes/kubernetes#80475",
    "kubestellar/kubeflex#179",
  ],
  addedWhen:
    "The claim is created (admission plugin StorageObjectInUseProtection), or the controller finds a live claim without it.",
  releasedWhen:
    "No scheduled pod object in the namespace refers to the claim in spec.volumes. The pod's phase does not matter: a finished pod counts until its object is deleted.",
  ifForced:
    "The claim is deleted under a pod that may still be writing. The volume becomes Released, and with policy Delete, its disk is deleted while in use.",
  manualRemoval: {
    safety: "loses-data",
    check:
      "A live read immediately before shows no pod object in the namespace, of any phase, that has spec.nodeName and refers to the claim.",
  },
  since: "Kubernetes 1.9",
  reasons: protectionReasons,
  holds(claim, cluster) {
    const pods = podsOfClaim(claim, cluster);
    if (!pods.read) return couldNotRead(pods.unread);
    const users = pods.items.filter((pod) => podUsesClaimForDeletion(pod, claim));
    const bystanders = pods.items.filter((pod) => !podUsesClaimForDeletion(pod, claim));
    if (users.length > 0) return heldByUsers({ claim, users, bystanders, cluster });
    const nobody = nobodyProtects(claim, cluster);
    return nobody;
  },
  idle: (claim, cluster) => [...startManager(claim, cluster), ...lastResorts(claim)],
});

/** From this many claims on that all wait for nothing, it is no longer one missed event. */
const several = 3;

/** Checking more of them would prove nothing further. */
const enough = 200;

/** This many of them are named. Each claim's report names the others, and thousands can wait. */
const mostNamed = 8;

/** Of the claims that are being deleted for more than a moment, those that no pod keeps. */
interface Waiting {
  readonly of: "all" | "the first";
  readonly count: number;
  readonly unused: number;
  readonly evidence: readonly Evidence[];
}

/** Key: the finalizer. */
const waitingClaims: Fact<Waiting | undefined> = {
  name: "waiting-claims",
  from: ["v1/persistentvolumeclaims", "v1/pods"],
  workOut(finalizer, cluster) {
    const claims = cluster.walkWith(deletedClaimsByFinalizer, finalizer, everywhere);
    if (!claims.read) return undefined;
    const first = firstOf(claims.objects, enough + 1);
    const waiting = first.slice(0, enough).filter((other) => !isFresh(other, cluster.now));
    const unused = waiting.filter((other) => isUnused(other, cluster));
    return {
      of: first.length > enough ? "the first" : "all",
      count: waiting.length,
      unused: unused.length,
      evidence: unused.slice(0, mostNamed).map(deletionOf),
    };
  },
};

/**
 * The hold of an unused claim when every other unused claim waits like it: then no controller works at all. Needs every
 * claim; where they were not read nothing is said.
 */
export function nobodyProtects(
  claim: PersistentVolumeClaim,
  cluster: Cluster,
): FoundHold<ProtectionReason> | undefined {
  if (isFresh(claim, cluster.now)) return undefined;
  const waiting = cluster.fact(waitingClaims, finalizerNames.pvcProtection);
  if (waiting === undefined || waiting.unused < several) return undefined;
  return {
    reason: "NoProtectionController",
    holder: { controller: "pvc-protection-controller" },
    message: say`no protection controller works in this cluster: ${waiting.of === "all" ? [] : say`at least `}${waiting.unused} of ${waiting.count} claims that are being deleted are used by no pod, but none of them has been released`,
    evidence: waiting.evidence,
    remedies: [enableProtection(claim), ...lastResorts(claim)],
    avoid: {
      step: say`remove the finalizer from each claim`,
      because: say`the next claim that is deleted would wait in the same way; start the controller instead`,
    },
  };
}

function deletionOf(claim: PersistentVolumeClaim): Evidence {
  return proof(claim, "metadata.deletionTimestamp", claim.metadata.deletionTimestamp);
}

function isUnused(claim: PersistentVolumeClaim, cluster: Cluster): boolean {
  const pods = podsOfClaim(claim, cluster);
  return pods.read && !pods.items.some((pod) => podUsesClaimForDeletion(pod, claim));
}

/** What helps with a claim that no pod uses and no controller releases. */
function lastResorts(claim: PersistentVolumeClaim): readonly RemedyCall[] {
  return [
    nudge(claim),
    dropFinalizer(claim, {
      finalizer: finalizerNames.pvcProtection,
      because:
        "The claim is deleted at once, as requested. Its volume is then released. With policy Delete, its disk is then deleted, or left behind where no controller deletes it.",
      prove:
        "a live read immediately before shows no pod, of any phase, that has a node and refers to the claim.",
    }),
  ];
}
