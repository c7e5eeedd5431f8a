import {
  type Action,
  type AnyController,
  type Cluster,
  type Decision,
  defineController,
  everywhere,
  hasFinalizer,
  inNamespace,
  isTerminating,
  type KubeObject,
  type Listed,
  nothing,
  type Resource,
  refOf,
  words,
} from "../../model/index.ts";
import { act, unknown, wait } from "../decision.ts";
import { foregroundDeletion, orphanDependents } from "../finalizer-names.ts";
import { dependentsByOwner } from "../indexes/index.ts";
import { removeFinalizer } from "../protection.ts";
import { blocksOwner, isCollected, ownersOf } from "./owners.ts";

const sources = [
  "kubernetes/kubernetes pkg/controller/garbagecollector/garbagecollector.go attemptToDeleteItem, processDeletingDependentsItem, orphanDependents, 1.36",
] as const;

/** The kinds that have dependents, or are dependents, where volumes are concerned. */
const collected = [
  "v1/pods",
  "v1/persistentvolumeclaims",
  "v1/persistentvolumes",
  "snapshot.storage.k8s.io/v1/volumesnapshots",
  "apps/v1/statefulsets",
  "apps/v1/deployments",
  "apps/v1/replicasets",
  "apps/v1/daemonsets",
  "batch/v1/jobs",
] as const;

/** One for each kind. */
export const garbageCollectors: readonly AnyController[] = collected.map((resource) =>
  defineController({ name: "garbage-collector", on: resource, sources, decide: decideFor }),
);

/** What the garbage collector does with an object of any kind. */
export function decideFor(object: KubeObject, cluster: Cluster): Decision {
  if (!isTerminating(object)) return decideLive(object, cluster);
  if (hasFinalizer(object, foregroundDeletion)) return waitForDependents(object, cluster);
  return hasFinalizer(object, orphanDependents)
    ? act(
        words("Its dependents are freed of their owner reference first."),
        removeFinalizer(object, orphanDependents),
      )
    : nothing;
}

function decideLive(object: KubeObject, cluster: Cluster): Decision {
  if ((object.metadata.ownerReferences ?? []).length === 0) return nothing;
  const owners = ownersOf(object, cluster);
  if (!owners.read) return unknown(owners);
  return isCollected(owners.states)
    ? act(words("None of its owners is left."), { do: "delete", object: refOf(object) })
    : nothing;
}

function waitForDependents(object: KubeObject, cluster: Cluster): Decision {
  const dependents = dependentsOf(object, cluster);
  if (!dependents.read) return unknown(dependents);
  const blocking = dependents.items.filter((dependent) => blocksOwner(dependent, object));
  const [first, ...more] = blocking
    .filter((dependent) => !isTerminating(dependent))
    .map((dependent): Action => ({ do: "delete", object: refOf(dependent) }));
  if (first !== undefined) return act(words("Its owner is deleted in the foreground."), first, ...more);
  if (blocking.length > 0) {
    return wait(words("Dependents that block its deletion are left."), ...blocking.map(refOf));
  }
  return act(
    words("No dependent that blocks its deletion is left."),
    removeFinalizer(object, foregroundDeletion),
  );
}

/** The dependents of the kinds that are read here. */
export function dependentsOf(owner: KubeObject, cluster: Cluster): Listed<KubeObject> {
  const { uid, namespace } = owner.metadata;
  const scope = namespace === undefined ? everywhere : inNamespace(namespace);
  const items: KubeObject[] = [];
  for (const resource of collected) {
    const listed = lookup(resource, uid, cluster, scope);
    if (!listed.read) return listed;
    items.push(...listed.items);
  }
  return { read: true, items };
}

function lookup(
  resource: Resource,
  uid: string,
  cluster: Cluster,
  scope: Parameters<Cluster["lookup"]>[2],
): Listed<KubeObject> {
  // Whatever its kind, an object that was read is a KubeObject.
  return cluster.lookup(dependentsByOwner(resource), uid, scope) as unknown as Listed<KubeObject>;
}
