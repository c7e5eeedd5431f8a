import { finalizerNames } from "../../controllers/index.ts";
import { join, type KubeObject, type Phrase, refOf, say, shortNameOf } from "../../model/index.ts";

/** These go by themselves once the pods are gone, or the claim, and the policy is Retain. */
const goByThemselves: readonly string[] = [
  finalizerNames.pvcProtection,
  finalizerNames.pvProtection,
  finalizerNames.pvController,
  finalizerNames.externalProvisioner,
];

/** What else an object waits for that has to go: a rescue removes no finalizer, and would wait in vain. */
export function heldToo(object: KubeObject): Phrase {
  const others = (object.metadata.finalizers ?? []).filter(
    (finalizer) =>
      !goByThemselves.includes(finalizer) && !finalizer.startsWith(finalizerNames.attacherPrefix),
  );
  if (others.length === 0) return [];
  const { namespace } = object.metadata;
  const where = namespace === undefined ? [] : say` -n ${namespace}`;
  return say` It waits for ${join(
    others.map((finalizer) => say`${finalizer}`),
    ", ",
  )} too, which nothing here ends. Before you begin, see: kubectl pvguard why ${shortNameOf(refOf(object))}${where}`;
}
