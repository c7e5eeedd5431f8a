import { populatorPods, primeClaims } from "../../../controllers/index.ts";
import { nameOf } from "../../../engine/index.ts";
import {
  type Avoid,
  type Cluster,
  everywhere,
  type KubeObject,
  type PersistentVolumeClaim,
  type RemedyCall,
  refOf,
  say,
} from "../../../model/index.ts";

/** What a populator created for a claim and must remove before the claim is deleted. */
type Helpers =
  | { readonly seen: "all"; readonly objects: readonly KubeObject[] }
  | { readonly seen: "not read" };

export function helpersOf(claim: PersistentVolumeClaim, cluster: Cluster): Helpers {
  const { uid } = claim.metadata;
  const primes = cluster.lookup(primeClaims, uid, everywhere);
  const pods = cluster.lookup(populatorPods, uid, everywhere);
  if (!primes.read || !pods.read) return { seen: "not read" };
  return { seen: "all", objects: [...pods.items, ...primes.items] };
}

/** Manual removal only when nothing is left to clean up, and that was read. */
export function byHand(
  claim: PersistentVolumeClaim,
  finalizer: string,
  helpers: Helpers,
): readonly RemedyCall[] {
  if (helpers.seen === "not read" || helpers.objects.length > 0) return [];
  const because = `No prime-${claim.metadata.uid} and no populate-${claim.metadata.uid} exists, so the populator has nothing left to clean up.`;
  return [{ remedy: "drop-finalizer", on: refOf(claim), using: { finalizer, safety: "risky", because } }];
}

export function notByHand(claim: PersistentVolumeClaim, helpers: Helpers): readonly Avoid[] {
  if (helpers.seen === "not read") {
    return [
      {
        step: say`remove the finalizer before prime-${claim.metadata.uid} is deleted`,
        because: say`that claim and its volume would be left behind in the populator's namespace`,
      },
    ];
  }
  return helpers.objects.map((object) => ({
    step: say`remove the finalizer before ${nameOf(refOf(object))} is deleted`,
    because: say`it would be left behind, and so would a claim's volume`,
  }));
}
