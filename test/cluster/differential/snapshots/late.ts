import type { Cluster, Found } from "../../../../src/cluster/index.ts";
import type { AnyController } from "../../../../src/controllers/index.ts";
import { finalizerNames } from "../../../../src/controllers/index.ts";
import type { ObjectIn, PersistentVolumeClaim, Resource } from "../../../../src/kubernetes/index.ts";
import { hasFinalizer } from "../../../../src/kubernetes/index.ts";

const { pvcAsSource } = finalizerNames;

/**
 * snapshot-controller before it has seen that it removed its finalizer from a claim: when it takes a snapshot again, it
 * still finds the finalizer on the claim, and does not add it again. If it was the last one of a deleted claim, it still
 * finds the claim, and makes a content for a snapshot of it.
 * kubernetes-csi/external-snapshotter pkg/common-controller/snapshot_controller.go ensurePVCFinalizer,
 * createSnapshotContent, v8.7.
 *
 * @param before the cluster as it was when the controller began
 */
export function late(controller: AnyController, before: Cluster): AnyController {
  const { name, on } = controller;
  if (name !== "snapshot-controller" || on !== "snapshot.storage.k8s.io/v1/volumesnapshots")
    return controller;
  return { ...controller, decide: (object, cluster) => controller.decide(object, cachedBy(cluster, before)) };
}

function cachedBy(cluster: Cluster, before: Cluster): Cluster {
  return {
    now: cluster.now,
    get<R extends Resource>(resource: R, name: string, namespace?: string): Found<ObjectIn<R>> {
      const found = cluster.get(resource, name, namespace);
      const earlier = before.get(resource, name, namespace);
      const isLate = isHeldClaim(earlier) && found.state !== "unread" && !isHeldClaim(found);
      return isLate ? earlier : found;
    },
    lookup: (index, key, scope) => cluster.lookup(index, key, scope),
    list: (resource, scope) => cluster.list(resource, scope),
    walkWith: (index, key, scope) => cluster.walkWith(index, key, scope),
    walkAll: (resource, scope) => cluster.walkAll(resource, scope),
    serves: (resource) => cluster.serves(resource),
    isRead: (resource, scope) => cluster.isRead(resource, scope),
    fact: (fact, key) => cluster.fact(fact, key),
    resolve: (ref) => cluster.resolve(ref),
    otherOwner: (ref) => cluster.otherOwner(ref),
    noting: (work) => cluster.noting(work),
  };
}

function isHeldClaim(found: Found<{ readonly kind: string }>): boolean {
  return (
    found.state === "found" &&
    found.object.kind === "PersistentVolumeClaim" &&
    hasFinalizer(found.object as PersistentVolumeClaim, pvcAsSource)
  );
}
