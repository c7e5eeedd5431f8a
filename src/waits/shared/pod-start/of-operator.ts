import type { Cluster } from "../../../cluster/index.ts";
import { operatorOfKind } from "../../../controllers/index.ts";
import type { FoundHold } from "../../../define/index.ts";
import { ownerChain } from "../../../define/index.ts";
import type { ObjectRef, Pod } from "../../../kubernetes/index.ts";
import { isTerminating, kindNamed, nameOf, refOf, say, words } from "../../../kubernetes/index.ts";
import { checkController } from "../../../remedies/index.ts";
import { hint, proof } from "../../../report/index.ts";
import { whatItWaitsFor } from "../owner-says.ts";
import type { StartReason } from "./reasons.ts";

/** The custom resource at the end of the pod's owners: its operator creates what belongs to it. */
export function operatorOf(pod: Pod, cluster: Cluster): OperatorOwner | undefined {
  const [owned = refOf(pod), owner] = [refOf(pod), ...ownerChain(pod, cluster)].slice(-2);
  return owner !== undefined && kindNamed(owner.apiVersion, owner.kind) === undefined
    ? { owner, owned }
    : undefined;
}

interface OperatorOwner {
  readonly owner: ObjectRef;
  /** What names it as its owner: the pod, or what made the pod. */
  readonly owned: ObjectRef;
}

/**
 * An operator takes for its own only claims that it created, with its labels: cloudnative-pg/cloudnative-pg#10985.
 */
export function ofOperator(
  pod: Pod,
  { missing, owner, owned }: OperatorOwner & { readonly missing: ObjectRef },
  cluster: Cluster,
): FoundHold<StartReason> {
  const state = stateOfOwner(owner, cluster);
  const operator = operatorOfKind(owner);
  const name = operator?.name ?? `the operator of ${owner.kind}`;
  const known = operator?.missing;
  return {
    reason: "OperatorClaimMissing",
    holder: { missing },
    message: say`${nameOf(missing)} does not exist; the pod belongs to ${nameOf(owner)}, ${operator === undefined ? words("so most likely ") : words("and ")}${name} creates its claims${known === undefined ? [] : say`; ${known}`}${state.words}`,
    evidence: [
      proof(pod, "spec.volumes", missing.name),
      hint(owned, "metadata.ownerReferences", `${owner.kind}/${owner.name}`),
      ...state.evidence,
    ],
    remedies: [checkController(pod, { controller: name })],
    avoid: {
      step: say`create ${nameOf(missing)} manually`,
      because: say`an operator usually ignores a claim without its own labels and owner, or fails on it; do that only if its documentation says so`,
    },
  };
}

/** An operator does nothing for a resource that does not exist, and its resource may say what it waits for. */
function stateOfOwner(owner: ObjectRef, cluster: Cluster): ReturnType<typeof whatItWaitsFor> {
  const found = cluster.otherOwner(owner);
  const isAnother =
    found.state === "found" && owner.uid !== undefined && found.object.metadata.uid !== owner.uid;
  const isGone = found.state === "absent" || isAnother;
  if (isGone) return { words: say`; ${nameOf(owner)} itself does not exist`, evidence: [] };
  if (found.state !== "found") return { words: [], evidence: [] };
  const says = whatItWaitsFor(found.object);
  if (!isTerminating(found.object)) return says;
  return { words: say`; ${nameOf(owner)} itself is being deleted${says.words}`, evidence: says.evidence };
}
