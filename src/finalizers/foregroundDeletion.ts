import { blocksOwner, collectedKinds, dependentsOf, finalizerNames } from "../controllers/index.ts";
import { couldNotRead, defineFinalizer, type FoundHold, isFresh, nameOf } from "../engine/index.ts";
import {
  type APIService,
  type Cluster,
  type Evidence,
  everywhere,
  hint,
  type KubeObject,
  proof,
  refOf,
  say,
} from "../model/index.ts";

type Reason = "DependentLeft" | "NoDependentSeen";

export default defineFinalizer<
  | "v1/persistentvolumeclaims"
  | "v1/persistentvolumes"
  | "v1/pods"
  | "apps/v1/statefulsets"
  | "snapshot.storage.k8s.io/v1/volumesnapshots"
  | "snapshot.storage.k8s.io/v1/volumesnapshotcontents",
  Reason
>({
  finalizer: finalizerNames.foregroundDeletion,
  on: [
    "v1/persistentvolumeclaims",
    "v1/persistentvolumes",
    "v1/pods",
    "apps/v1/statefulsets",
    "snapshot.storage.k8s.io/v1/volumesnapshots",
    "snapshot.storage.k8s.io/v1/volumesnapshotcontents",
  ],
  owner: "garbage-collector-controller",
  needs: [...collectedKinds, "apiregistration.k8s.io/v1/apiservices"],
  sources: [
    "kubernetes/kubernetes pkg/controller/garbagecollector/garbagecollector.go attemptToDeleteItem, processDeletingDependentsItem, 1.36",
    "kubernetes/kubernetes staging/src/k8s.io/apiserver/pkg/registry/generic/registry/store.go deletionFinalizersForGarbageCollection, 1.36",
    "longhorn/longhorn#356",
  ],
  addedWhen: "Somebody deletes the object with propagationPolicy Foreground.",
  releasedWhen: "No object with an owner reference to it and blockOwnerDeletion=true is left.",
  ifForced: "The dependents are collected in the background instead. No data of the object itself is lost.",
  manualRemoval: { safety: "risky", check: "The dependents that are left may be collected." },
  since: "Kubernetes 1.7",
  reasons: {
    DependentLeft: {
      title: "A dependent must go first",
      category: "waiting",
      what: "The object was deleted in the foreground, and an object that it owns, with blockOwnerDeletion, still exists.",
      why: "That is what deleting in the foreground means. If it lasts, look at why the dependent does not go.",
      whatToDo: "Look at the dependent: `kubectl pvguard why KIND/NAME -n NAMESPACE`.",
    },
    NoDependentSeen: {
      title: "The garbage collector does not end the foreground deletion",
      category: "stuck",
      what: "The object was deleted in the foreground. No dependent with blockOwnerDeletion is left among workloads, pods, claims and snapshots; objects of other kinds are not read.",
      why: "A dependent of another kind is left, or the garbage collector does not run, or an API group that is not available keeps it from looking.",
      whatToDo:
        "A person must see that kube-controller-manager runs and that every API group answers: `kubectl get apiservices`. Then look for objects of other kinds that name this one as their owner.",
    },
  },
  holds(object, cluster) {
    const dependents = dependentsOf(object, cluster);
    if (!dependents.read) return [couldNotRead(dependents.unread)];
    const blocking = dependents.items.filter((dependent) => blocksOwner(dependent, object));
    if (blocking.length > 0) return blocking.map((dependent) => left(dependent, object));
    return isFresh(object, cluster.now) ? [] : [noneSeen(object, cluster)];
  },
});

function left(dependent: KubeObject, owner: KubeObject): FoundHold<Reason> {
  const ref = refOf(dependent);
  return {
    reason: "DependentLeft",
    holder: { object: ref },
    message: say`it was deleted in the foreground, and ${nameOf(ref)} depends on it`,
    ifDeleted: say`${nameOf(ref)} depends on it, and would have to go first`,
    evidence: [proof(ref, "metadata.ownerReferences", owner.metadata.name)],
  };
}

function noneSeen(object: KubeObject, cluster: Cluster): FoundHold<Reason> {
  return {
    reason: "NoDependentSeen",
    holder: { controller: "garbage-collector-controller" },
    message: say`it was deleted in the foreground; no workload, pod, claim or snapshot depends on it, and the garbage collector has not let it go`,
    evidence: unavailable(cluster),
    remedies: [
      { remedy: "check-controller", on: refOf(object), using: { controller: "kube-controller-manager" } },
    ],
  };
}

function unavailable(cluster: Cluster): readonly Evidence[] {
  const services = cluster.list("apiregistration.k8s.io/v1/apiservices", everywhere);
  if (!services.read) return [];
  return services.items
    .filter(isUnavailable)
    .map((service) => hint(refOf(service), "status.conditions[Available]", "False"));
}

function isUnavailable({ status }: APIService): boolean {
  return (
    status?.conditions?.some(({ type, status: state }) => type === "Available" && state !== "True") ?? false
  );
}
