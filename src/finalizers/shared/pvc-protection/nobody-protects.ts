import {
  deletedClaimsByFinalizer,
  finalizerNames,
  keyOf,
  podsByClaim,
  podUsesClaimForDeletion,
} from "../../../controllers/index.ts";
import { type FoundHold, isFresh } from "../../../engine/index.ts";
import {
  type Cluster,
  everywhere,
  inNamespace,
  type PersistentVolumeClaim,
  proof,
  type RemedyCall,
  refOf,
  say,
} from "../../../model/index.ts";
import type { ProtectionReason } from "./reasons.ts";

/** From so many claims on that all wait for nothing, it is not one missed event any more. */
const several = 3;

/** Looking at more of them would prove no more. */
const enough = 200;

/**
 * The hold of an unused claim when every other unused claim waits like it: then no controller works at all. Needs every
 * claim; where they were not read nothing is said.
 */
export function nobodyProtects(
  claim: PersistentVolumeClaim,
  cluster: Cluster,
): FoundHold<ProtectionReason> | undefined {
  if (isFresh(claim, cluster.now)) return undefined;
  const claims = cluster.lookup(deletedClaimsByFinalizer, finalizerNames.pvcProtection, everywhere);
  if (!claims.read) return undefined;
  const waiting = claims.items.slice(0, enough).filter((other) => !isFresh(other, cluster.now));
  const unused = waiting.filter((other) => isUnused(other, cluster));
  if (unused.length < several) return undefined;
  return {
    reason: "NoProtectionController",
    holder: { controller: "pvc-protection-controller" },
    message: say`no protection controller works in this cluster: ${claims.items.length > enough ? say`at least ` : []}${unused.length} of ${waiting.length} claims that are being deleted are used by no pod, and none of them goes`,
    evidence: unused.map((other) =>
      proof(refOf(other), "metadata.deletionTimestamp", other.metadata.deletionTimestamp),
    ),
    remedies: [{ remedy: "enable-protection", on: refOf(claim) }, ...lastResorts(claim)],
    avoid: [
      {
        step: say`removing the finalizer from each claim`,
        because: say`the next claim that is deleted waits the same way; start the controller instead`,
      },
    ],
  };
}

function isUnused(claim: PersistentVolumeClaim, cluster: Cluster): boolean {
  const { name, namespace = "" } = claim.metadata;
  const pods = cluster.lookup(podsByClaim, keyOf(namespace, name), inNamespace(namespace));
  return pods.read && !pods.items.some((pod) => podUsesClaimForDeletion(pod, claim));
}

/** What helps with a claim that no pod uses and nobody lets go. */
export function lastResorts(claim: PersistentVolumeClaim): readonly RemedyCall[] {
  return [
    { remedy: "nudge", on: refOf(claim) },
    {
      remedy: "drop-finalizer",
      on: refOf(claim),
      using: {
        finalizer: finalizerNames.pvcProtection,
        safety: "loses-data",
        because:
          "The claim goes at once. Its volume is then released, and with policy Delete its data is destroyed, as the deletion asked for.",
        prove: "no pod object of any phase that has a node names the claim, read just before.",
      },
    },
  ];
}
