import { type Hold, kindNamed, nameKey, type ObjectRef, type Resource } from "../../../../src/model/index.ts";
import { Refused } from "../../support/api.ts";
import { when } from "../../support/eventually.ts";
import { type Act, repairs, type Surroundings } from "./repairs.ts";

/**
 * What ends this root cause of an object that stays, in the simplest way. Nothing where a controller or a driver is said to
 * act by itself: then it must. Nothing either where the object has other trouble besides, which does not keep it.
 */
export function actFor(root: Hold, asked: ObjectRef, around: Surroundings): Act | undefined {
  const repair = repairs[root.reason];
  if (repair !== undefined) return repair(root, around);
  if ("wait" in root.by) return nameKey(root.held) === nameKey(asked) ? undefined : deletion(root.held);
  if ("object" in root.holder) return deletion(root.holder.object);
  if (ownerless.has(root.reason)) return letGo(root.held, root.by.finalizer);
  return undefined;
}

/** No controller in the cluster takes such a finalizer away. */
const ownerless: ReadonlySet<string> = new Set(["UnknownFinalizer", "FinalizerNotManaged"]);

/** A pod goes at once: what its kubelet would do. */
function deletion(ref: ObjectRef): Act {
  const options = ref.kind === "Pod" ? { gracePeriodSeconds: 0 } : {};
  return {
    what: `delete ${nameKey(ref)}`,
    carryOut: (api) => api.remove(resourceOf(ref), ref, options),
  };
}

/** What the owner of a finalizer does when it has done its work. Others may be writing to the object too. */
function letGo(ref: ObjectRef, finalizer: string): Act {
  const resource = resourceOf(ref);
  return {
    what: `remove ${finalizer} from ${nameKey(ref)}`,
    carryOut: (api) =>
      when(
        `${finalizer} is removed`,
        async () => {
          const { metadata } = (await api.get(resource, ref)) ?? {};
          if (metadata === undefined) return "gone";
          const finalizers = metadata.finalizers?.filter((other) => other !== finalizer);
          const { resourceVersion } = metadata;
          return api.patch(resource, ref, { metadata: { finalizers, resourceVersion } }).catch(conflict);
        },
        (answer) => answer !== "conflict",
      ).then(() => undefined),
  };
}

function conflict(error: unknown): "conflict" {
  if (error instanceof Refused && error.status === 409) return "conflict";
  throw error;
}

function resourceOf({ apiVersion, kind }: ObjectRef): Resource {
  const known = kindNamed(apiVersion, kind);
  if (known === undefined) throw new Error(`no resource is known for ${apiVersion} ${kind}`);
  return known.resource;
}
