import type { Cluster, Fact, Unread } from "../cluster/index.ts";
import { inNamespace, itemsOf } from "../cluster/index.ts";
import type { PersistentVolumeClaim, Pod } from "../kubernetes/index.ts";
import { distinct, isTerminating, keyOf, kinds, nameKey, partsOfKey, refOf } from "../kubernetes/index.ts";
import { dependentsByOwner } from "./indexes/index.ts";
import { claimsOfPod } from "./objects/pods.ts";
import { keptBesides, ownerEnd } from "./owners.ts";

type Goes = { readonly goes: "yes" | "no" } | { readonly goes: "unread"; readonly unread: Unread };

/**
 * Is a claim that is not deleted yet deleted when this pod is gone? That of an ephemeral volume is, and that of a pod which
 * its StatefulSet has dropped with whenScaled: Delete, unless another owner is there.
 * kubernetes/kubernetes pkg/controller/garbagecollector/garbagecollector.go attemptToDeleteItem, 1.36;
 * pkg/controller/volume/ephemeral/controller.go handleVolume, 1.36.
 */
function claimGoesWith(pod: Pod, claim: PersistentVolumeClaim, cluster: Cluster): Goes {
  const { uid } = pod.metadata;
  if (isTerminating(claim) || !(claim.metadata.ownerReferences ?? []).some((owner) => owner.uid === uid))
    return { goes: "no" };
  const besides = keptBesides(claim, [uid], cluster);
  switch (besides.kept) {
    case "unread":
      return { goes: "unread", unread: besides.unread };
    case "yes":
      return { goes: "no" };
    case "no":
      return { goes: "yes" };
  }
}

/** The pod that is being deleted or about to be, and that this claim is deleted with. */
export function podItGoesWith(claim: PersistentVolumeClaim, cluster: Cluster): Pod | undefined {
  for (const owner of claim.metadata.ownerReferences ?? []) {
    const end = owner.kind === "Pod" ? ownerEnd(owner, claim, cluster) : undefined;
    if (end?.end !== "going") continue;
    const pod = end.object as Pod;
    if (claimGoesWith(pod, claim, cluster).goes === "yes") return pod;
  }
  return undefined;
}

interface TakenAlong {
  readonly claims: readonly PersistentVolumeClaim[];
  /** There may be more: the claim of an ephemeral volume was not read, or others that the pod owns. */
  readonly unread?: Unread;
}

/**
 * The claims that go with a pod: it names them, or it only owns them, as a Spark driver can own those of its executors. One of
 * which an owner was not read is taken to go.
 */
export function claimsTakenAlong(pod: Pod, cluster: Cluster): TakenAlong {
  const { name, namespace = "" } = pod.metadata;
  const isLarge = (pod.spec?.volumes ?? []).length > many;
  const known = isLarge ? cluster.fact(takenAlongByPod, keyOf(namespace, name)) : undefined;
  return known ?? takenAlong(pod, cluster);
}

/** Of a pod with more volumes, each of its claims would ask for all of them. */
const many = 8;

/** Key: namespace and name of a pod. */
const takenAlongByPod: Fact<TakenAlong | undefined> = {
  name: "claims-taken-along",
  // The owner of a claim can be of any kind.
  from: kinds.map(({ resource }) => resource),
  workOut(key, cluster) {
    const [namespace, name = ""] = partsOfKey(key);
    const pod = cluster.get("v1/pods", name, namespace);
    return pod.state === "found" ? takenAlong(pod.object, cluster) : undefined;
  },
};

function takenAlong(pod: Pod, cluster: Cluster): TakenAlong {
  const { uid, namespace = "" } = pod.metadata;
  const named = claimsOfPod(pod, cluster);
  const owned = cluster.lookup(dependentsByOwner("v1/persistentvolumeclaims"), uid, inNamespace(namespace));
  const found = named.read ? named.claims.flatMap(({ claim }) => (claim === "missing" ? [] : [claim])) : [];
  const claims = distinct([...found, ...itemsOf(owned)], (claim) => nameKey(refOf(claim)));
  const going = claims.filter((claim) => claimGoesWith(pod, claim, cluster).goes !== "no");
  if (!named.read && hasEphemeral(pod)) return { claims: going, unread: named.unread };
  return owned.read ? { claims: going } : { claims: going, unread: owned.unread };
}

function hasEphemeral({ spec }: Pod): boolean {
  return (spec?.volumes ?? []).some(({ ephemeral }) => ephemeral !== undefined);
}
