import {
  type Cluster,
  inNamespace,
  isTerminating,
  keyOf,
  type ObjectRef,
  type PersistentVolumeClaim,
  refOf,
  type Unread,
} from "../model/index.ts";
import { claimGoesWith, keptBesides } from "./garbage-collector/index.ts";
import { podsByClaim } from "./indexes/index.ts";
import { condemnedWith, mayBeCondemned } from "./statefulset/index.ts";

/** Whether a claim that nobody has marked for deletion is going to be marked, as things stand. */
type ClaimEnd =
  | { readonly ends: "no" }
  | { readonly ends: "with"; readonly object: ObjectRef }
  | { readonly ends: "without its owners" }
  | { readonly ends: "unread"; readonly unread: Unread };

const stays: ClaimEnd = { ends: "no" };

/**
 * What deletes a claim though nobody deleted it: a StatefulSet that drops its pod or is being deleted, a pod of whose
 * ephemeral volume it is, the garbage collector when no owner is there, the namespace.
 * kubernetes/kubernetes pkg/controller/garbagecollector/garbagecollector.go attemptToDeleteItem, 1.36;
 * pkg/controller/namespace/deletion/namespaced_resources_deleter.go deleteAllContent, 1.33 to 1.36.
 */
export function claimEnd(claim: PersistentVolumeClaim, cluster: Cluster): ClaimEnd {
  const ends = [withSet(claim, cluster), withPod(claim, cluster), withOwners(claim, cluster)];
  const all = [...ends, withNamespace(claim, cluster)];
  return (
    all.find(({ ends }) => ends === "with" || ends === "without its owners") ??
    all.find(({ ends }) => ends === "unread") ??
    stays
  );
}

function withSet(claim: PersistentVolumeClaim, cluster: Cluster): ClaimEnd {
  const condemned = condemnedWith(claim, cluster);
  switch (condemned.found) {
    case "none":
      return stays;
    case "with pod":
      return { ends: "with", object: refOf(condemned.pod) };
    case "with set":
      return { ends: "with", object: refOf(condemned.set) };
    case "unread":
      return mayBeCondemned(claim, cluster) ? { ends: "unread", unread: condemned.unread } : stays;
  }
}

function withPod(claim: PersistentVolumeClaim, cluster: Cluster): ClaimEnd {
  for (const { kind, name = "" } of claim.metadata.ownerReferences ?? []) {
    const pod = kind === "Pod" ? cluster.get("v1/pods", name, claim.metadata.namespace) : undefined;
    if (pod?.state !== "found" || !isTerminating(pod.object)) continue;
    if (claimGoesWith(pod.object, claim, cluster).goes === "yes")
      return { ends: "with", object: refOf(pod.object) };
  }
  return stays;
}

function withOwners(claim: PersistentVolumeClaim, cluster: Cluster): ClaimEnd {
  if ((claim.metadata.ownerReferences ?? []).length === 0) return stays;
  const besides = keptBesides(claim, [], cluster);
  switch (besides.kept) {
    case "yes":
      return stays;
    case "no":
      return { ends: "without its owners" };
    case "unread":
      return { ends: "unread", unread: besides.unread };
  }
}

/** No pod that stays is in a namespace that goes: without such a pod, the namespace is looked at. */
function withNamespace({ metadata }: PersistentVolumeClaim, cluster: Cluster): ClaimEnd {
  const { name, namespace = "" } = metadata;
  const pods = cluster.lookup(podsByClaim, keyOf(namespace, name), inNamespace(namespace));
  if (pods.read && !pods.items.every((pod) => isTerminating(pod))) return stays;
  const found = cluster.get("v1/namespaces", namespace);
  switch (found.state) {
    case "absent":
      return stays;
    case "unread":
      return { ends: "unread", unread: found.unread };
    case "found":
      return isTerminating(found.object) ? { ends: "with", object: refOf(found.object) } : stays;
  }
}
