import { finalizerNames } from "../../controllers/index.ts";
import { join, type KubeObject, type Phrase, refOf, say, shortNameOf } from "../../model/index.ts";

/** These are removed without further action once the pods or the claim are deleted, and the policy is Retain. */
const removedAnyway: readonly string[] = [
  finalizerNames.pvcProtection,
  finalizerNames.pvProtection,
  finalizerNames.pvController,
  finalizerNames.externalProvisioner,
];

/** What else an object waits for that has to be deleted: a rescue removes no finalizer, and would wait without end. */
export function heldToo(object: KubeObject): Phrase {
  const others = (object.metadata.finalizers ?? []).filter(
    (finalizer) => !removedAnyway.includes(finalizer) && !finalizer.startsWith(finalizerNames.attacherPrefix),
  );
  if (others.length === 0) return [];
  const { namespace } = object.metadata;
  const where = namespace === undefined ? [] : say` -n ${namespace}`;
  return say` It also waits for ${join(
    others.map((finalizer) => say`${finalizer}`),
    ", ",
  )}, which this rescue does not remove. Before you begin, run: kubectl pvguard why ${shortNameOf(refOf(object))}${where}`;
}
