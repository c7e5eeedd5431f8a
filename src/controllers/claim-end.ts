import type { Cluster, Unread } from "../cluster/index.ts";
import type { ObjectRef, PersistentVolumeClaim } from "../kubernetes/index.ts";
import { isTerminating, refOf } from "../kubernetes/index.ts";
import { keepsDependents, ownerEnd } from "./owners.ts";
import { condemnedWith, mayBeCondemned } from "./statefulset-claims.ts";

/** Whether a claim that is not marked for deletion is going to be marked, as things stand. */
type ClaimEnd =
  | { readonly ends: "no" }
  | { readonly ends: "with"; readonly object: ObjectRef }
  | { readonly ends: "without its owners" }
  | { readonly ends: "unread"; readonly unread: Unread };

const stays: ClaimEnd = { ends: "no" };

/**
 * What deletes a claim although no person deleted it: a StatefulSet that drops its pod, the garbage collector when no owner of it
 * stays, the namespace.
 * kubernetes/kubernetes pkg/controller/garbagecollector/garbagecollector.go attemptToDeleteItem, 1.36;
 * pkg/controller/namespace/deletion/namespaced_resources_deleter.go deleteAllContent, 1.33 to 1.36.
 */
export function claimEnd(claim: PersistentVolumeClaim, cluster: Cluster): ClaimEnd {
  const all = [withSet(claim, cluster), withOwners(claim, cluster), withNamespace(claim, cluster)];
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

/** One owner that stays is enough. */
function withOwners(claim: PersistentVolumeClaim, cluster: Cluster): ClaimEnd {
  const ends = (claim.metadata.ownerReferences ?? []).map((each) => ownerEnd(each, claim, cluster));
  if (ends.length === 0 || ends.some(keepsDependents)) return stays;
  for (const each of ends) if (each.end === "unread") return { ends: "unread", unread: each.unread };
  for (const each of ends) if (each.end === "going") return { ends: "with", object: refOf(each.object) };
  return { ends: "without its owners" };
}

/**
 * The namespace controller begins some seconds after the deletion, and a webhook can refuse it the pods: until then they look
 * as if they stayed.
 */
function withNamespace({ metadata }: PersistentVolumeClaim, cluster: Cluster): ClaimEnd {
  const { namespace = "" } = metadata;
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
