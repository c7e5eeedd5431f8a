import type { Cluster, Listed, Unread } from "../cluster/index.ts";
import { inNamespace } from "../cluster/index.ts";
import type {
  KubeObject,
  OwnerReference,
  PersistentVolumeClaim,
  Pod,
  StatefulSet,
} from "../kubernetes/index.ts";
import { controllerOf, hasFinalizer, isTerminating, keyOf, refOf } from "../kubernetes/index.ts";
import type { Decision } from "./controller.ts";
import { defineController, nothing } from "./controller.ts";
import { act, unknown } from "./decision.ts";
import { orphanDependents } from "./finalizer-names.ts";
import { byName, setNamesIn, splitNumber } from "./indexes/index.ts";
import { keptBesides } from "./owners.ts";
import { hasUnexpectedController, isClaimOwnerUpToDate, retentionOwner } from "./statefulset.ts";

export const claimOwnerController = defineController({
  name: "statefulset-controller",
  on: "v1/persistentvolumeclaims",
  sources: [
    "kubernetes/kubernetes pkg/controller/statefulset/stateful_pod_control.go UpdatePodClaimForRetentionPolicy, 1.36",
  ],
  decide(claim, cluster): Decision {
    if (isTerminating(claim)) return nothing;
    const condemned = condemnedWith(claim, cluster);
    if (condemned.found === "unread") return unknown(condemned);
    if (condemned.found !== "with pod" || condemned.owner === "pod") return nothing;
    return act({ do: "set-owner", object: refOf(claim), owner: refOf(condemned.pod) });
  },
});

/** What a StatefulSet deletes a claim with: a pod that it no longer wants, or itself. */
type Condemnation =
  | { readonly found: "none" }
  | CondemnedWithPod
  | { readonly found: "with set"; readonly set: StatefulSet }
  | { readonly found: "unread"; readonly unread: Unread };

interface CondemnedWithPod {
  readonly found: "with pod";
  readonly set: StatefulSet;
  readonly pod: Pod;
  /** Whether the claim has the pod for an owner already. */
  readonly owner: "pod" | "not yet";
  readonly setIs: "scaled down" | "grown again" | "deleted";
}

const none: Condemnation = { found: "none" };

/**
 * Does a StatefulSet have this claim deleted? With a pod that is beyond the set's replicas: the claim need not have the
 * pod for an owner yet, the controller sees to that before it deletes the pod. Once the pod is gone without that, no
 * controller looks at the claim. Or with the set, when it is being deleted: then the controller no longer changes owners,
 * and the garbage collector uses those that the claim has. Or with a pod that was dropped, and that ends so late that the
 * set is as large as before again.
 * kubernetes/kubernetes pkg/controller/statefulset/stateful_set_control.go updateStatefulSet (condemned pods, a set that
 * is being deleted), stateful_pod_control.go UpdatePodClaimForRetentionPolicy, 1.27 to 1.36.
 */
export function condemnedWith(claim: PersistentVolumeClaim, cluster: Cluster): Condemnation {
  const sets = setsOfClaim(claim, cluster);
  if (!sets.read) return { found: "unread", unread: sets.unread };
  for (const { set, ordinal } of sets.items) {
    const podName = `${set.metadata.name}-${ordinal}`;
    const condemned = isTerminating(set)
      ? byDeletedSet(claim, set, podName, cluster)
      : byScaledSet(claim, set, podName, cluster);
    if (condemned.found === "unread") return condemned;
    if (condemned.found !== "none") return unlessKept(claim, condemned, cluster);
  }
  return none;
}

/** Told from names and owners: the sets may not be read. */
export function mayBeCondemned(claim: PersistentVolumeClaim, cluster: Cluster): boolean {
  return ownersIn(claim).some(({ kind }) => kind === "StatefulSet") || mayBeOfSetPod(claim, cluster);
}

function byScaledSet(
  claim: PersistentVolumeClaim,
  set: StatefulSet,
  podName: string,
  cluster: Cluster,
): Condemnation {
  const isDropped = retentionOwner(set, podName) === "pod";
  if (!isDropped && !ownersIn(claim).some((owner) => namesPod(owner, podName))) return none;
  const pod = cluster.get("v1/pods", podName, claim.metadata.namespace);
  if (pod.state === "unread") return { found: "unread", unread: pod.unread };
  if (pod.state === "found" && !isDropped) return byEndingPod(claim, set, pod.object);
  if (pod.state === "absent" || controllerOf(pod.object)?.uid !== set.metadata.uid) return none;
  const identity = { name: podName, uid: pod.object.metadata.uid };
  if (hasUnexpectedController(claim, set, identity)) return none;
  const isOwned = isOwnedBy(claim, pod.object);
  return isOwned || !isClaimOwnerUpToDate(claim, set, identity)
    ? { found: "with pod", set, pod: pod.object, owner: isOwned ? "pod" : "not yet", setIs: "scaled down" }
    : none;
}

/**
 * The set wants a pod of this ordinal again while the former pod is still terminating. With OrderedReady, the controller
 * does not touch that pod and its claims until it is deleted; the claims are deleted with it. With Parallel, it soon
 * removes the owner from the claims: then they are not found here.
 * stateful_set_control.go processReplica (isTerminating && monotonic), 1.36.
 */
function byEndingPod(claim: PersistentVolumeClaim, set: StatefulSet, pod: Pod): Condemnation {
  return isTerminating(pod) && isOwnedBy(claim, pod)
    ? { found: "with pod", set, pod, owner: "pod", setIs: "grown again" }
    : none;
}

function byDeletedSet(
  claim: PersistentVolumeClaim,
  set: StatefulSet,
  podName: string,
  cluster: Cluster,
): Condemnation {
  if (ownersIn(claim).some((owner) => namesPod(owner, podName))) {
    const pod = cluster.get("v1/pods", podName, claim.metadata.namespace);
    if (pod.state === "unread") return { found: "unread", unread: pod.unread };
    if (pod.state === "found" && isOwnedBy(claim, pod.object))
      return { found: "with pod", set, pod: pod.object, owner: "pod", setIs: "deleted" };
  }
  return isOwnedBy(claim, set) && !hasFinalizer(set, orphanDependents) ? { found: "with set", set } : none;
}

/** The garbage collector leaves what has an owner besides. */
function unlessKept(
  claim: PersistentVolumeClaim,
  condemned: Exclude<Condemnation, { found: "none" | "unread" }>,
  cluster: Cluster,
): Condemnation {
  const { set } = condemned;
  const gone = [set.metadata.uid, ...(condemned.found === "with pod" ? [condemned.pod.metadata.uid] : [])];
  const besides = keptBesides(claim, gone, cluster);
  switch (besides.kept) {
    case "unread":
      return { found: "unread", unread: besides.unread };
    case "yes":
      return none;
    case "no":
      return condemned;
  }
}

function ownersIn({ metadata }: PersistentVolumeClaim): readonly OwnerReference[] {
  return metadata.ownerReferences ?? [];
}

function namesPod({ kind, name }: OwnerReference, podName: string): boolean {
  return kind === "Pod" && name === podName;
}

function isOwnedBy(claim: PersistentVolumeClaim, owner: KubeObject): boolean {
  return ownersIn(claim).some(({ uid }) => uid === owner.metadata.uid);
}

export interface SetOfClaim {
  readonly set: StatefulSet;
  /** Of the pod that the claim is for. */
  readonly ordinal: number;
}

const setsByName = byName("apps/v1/statefulsets");

/** The StatefulSets whose templates make a claim of this name; there can be more than one. */
export function setsOfClaim(claim: PersistentVolumeClaim, cluster: Cluster): Listed<SetOfClaim> {
  const { name, namespace = "" } = claim.metadata;
  const numbered = splitNumber(name);
  if (numbered === undefined) return { read: true, items: [] };
  const found: SetOfClaim[] = [];
  // Also where no set can be meant, the caller must know that the sets were not read.
  for (const { template, set } of [{ template: undefined, set: "" }, ...setNamesIn(numbered.prefix)]) {
    const sets = cluster.lookup(setsByName, keyOf(namespace, set), inNamespace(namespace));
    if (!sets.read) return sets;
    for (const each of sets.items)
      if ((each.spec?.volumeClaimTemplates ?? []).some(({ metadata }) => (metadata?.name ?? "") === template))
        found.push({ set: each, ordinal: numbered.number });
  }
  return { read: true, items: found };
}

/** Is there a pod of a StatefulSet that a claim of this name would be made for? Told from names: the sets may not be read. */
function mayBeOfSetPod(claim: PersistentVolumeClaim, cluster: Cluster): boolean {
  const { name, namespace = "" } = claim.metadata;
  const numbered = splitNumber(name);
  if (numbered === undefined) return false;
  return setNamesIn(numbered.prefix).some(({ set }) => {
    const pod = cluster.get("v1/pods", `${set}-${numbered.number}`, namespace);
    return (
      pod.state === "unread" || (pod.state === "found" && controllerOf(pod.object)?.kind === "StatefulSet")
    );
  });
}
