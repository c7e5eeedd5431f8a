import type { ObjectRef, Resource } from "../../../../src/kubernetes/index.ts";
import { kindNamed, nameKey } from "../../../../src/kubernetes/index.ts";
import type { Hold } from "../../../../src/report/index.ts";
import type { Api } from "../../support/api.ts";
import { when } from "../../support/eventually.ts";
import { pathOf } from "../../support/paths.ts";
import type { Act, Repairs, Surroundings } from "./repairs.ts";
import { repairs } from "./repairs.ts";

/**
 * What ends this root cause of an object that stays, in the simplest way. Nothing where a controller or a driver is said to
 * act by itself: then it must. Nothing either where the object has other trouble besides, which does not keep it.
 */
export function actFor(root: Hold, asked: ObjectRef, around: Surroundings, own: Repairs): Act | undefined {
  const repair = own[root.reason] ?? repairs[root.reason];
  if (repair !== undefined) return repair(root, around);
  if ("wait" in root.by) return nameKey(root.held) === nameKey(asked) ? undefined : deletion(root.held);
  if ("object" in root.holder) return deletion(root.holder.object);
  if (ownerless.has(root.reason)) return letGo(root.held, root.by.finalizer);
  return undefined;
}

/** No controller in the cluster takes such a finalizer away. */
const ownerless: ReadonlySet<string> = new Set(["UnknownFinalizer", "FinalizerNotManaged", "NoSnapshotLeft"]);

/** Deletes a pod at once, as its kubelet would. */
function deletion(ref: ObjectRef): Act {
  const options = ref.kind === "Pod" ? { gracePeriodSeconds: 0 } : {};
  return {
    what: `delete ${nameKey(ref)}`,
    carryOut: (api) => api.remove(resourceOf(ref), ref, options),
  };
}

/** What the owner of a finalizer does when it has done its work. Others write to the object too: then it tries again. */
function letGo(ref: ObjectRef, finalizer: string): Act {
  return {
    what: `remove ${finalizer} from ${nameKey(ref)}`,
    carryOut: (api) =>
      when(
        `${finalizer} is removed from ${nameKey(ref)}`,
        () => removeFinalizer(api, ref, finalizer),
        (removed) => removed,
        300,
      ).then(() => undefined),
  };
}

async function removeFinalizer(api: Api, ref: ObjectRef, finalizer: string): Promise<boolean> {
  const resource = resourceOf(ref);
  const finalizers = (await api.get(resource, ref))?.metadata.finalizers ?? [];
  if (!finalizers.includes(finalizer)) return true;
  const path = `/metadata/finalizers/${finalizers.indexOf(finalizer)}`;
  const change = [
    { op: "test", path, value: finalizer },
    { op: "remove", path },
  ];
  const answer = await api.send("PATCH", pathOf(resource, ref), change, "application/json-patch+json");
  return answer.status < 400 || answer.status === 404;
}

function resourceOf({ apiVersion, kind }: ObjectRef): Resource {
  const known = kindNamed(apiVersion, kind);
  if (known === undefined) throw new Error(`no resource is known for ${apiVersion} ${kind}`);
  return known.resource;
}
