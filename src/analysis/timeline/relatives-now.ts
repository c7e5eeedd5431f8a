import { relativesOf } from "../../define/index.ts";
import type { ObjectRef, Pod } from "../../kubernetes/index.ts";
import { isTerminating, nameKey, refOf } from "../../kubernetes/index.ts";
import type { Hold } from "../../report/index.ts";
import { claimsGoingWithFew } from "../disks/freed-claims.ts";
import type { Sandbox } from "./sandbox.ts";

/** What happens after the object has disappeared: a pod's claims and attachments. */
export function relativesNow(ref: ObjectRef, sandbox: Sandbox): readonly ObjectRef[] {
  const object = sandbox.find(ref);
  const relatives = object === undefined ? [] : relativesOf(object, sandbox.cluster);
  return relatives.flatMap((relative) => ("object" in relative ? [refOf(relative.object)] : []));
}

/** The claims that are deleted with a pod, once it ends as a holder. */
export function goingWithHolder({ holder }: Hold, { find, cluster }: Sandbox): readonly ObjectRef[] {
  const pod = "object" in holder && holder.object.kind === "Pod" ? find(holder.object) : undefined;
  return pod === undefined ? [] : claimsGoingWithFew(pod as Pod, cluster).map(refOf);
}

/** The same of a pod that is not being deleted yet: it no longer exists then. */
export function besideLive(ref: ObjectRef, sandbox: Sandbox): readonly ObjectRef[] {
  const pod = ref.kind === "Pod" ? sandbox.find(ref) : undefined;
  return pod === undefined || isTerminating(pod) ? [] : relativesNow(ref, sandbox);
}

/**
 * The relatives of claims that these holds hold beside the subjects, as the claim of a pod: nothing leads to a volume once its
 * claim is gone.
 *
 * @returns those of the claims that are gone by the time of the call
 */
export function besideClaims(
  holds: readonly Hold[],
  subjects: readonly ObjectRef[],
  sandbox: Sandbox,
): () => readonly ObjectRef[] {
  const keys = new Set(subjects.map(nameKey));
  const claims = holds.flatMap(({ held }) =>
    held.kind === "PersistentVolumeClaim" && !keys.has(nameKey(held)) ? [held] : [],
  );
  const found = claims.map((claim) => ({ claim, relatives: relativesNow(claim, sandbox) }));
  return () => found.flatMap(({ claim, relatives }) => (sandbox.find(claim) === undefined ? relatives : []));
}
