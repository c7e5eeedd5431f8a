import { finalizerNames } from "../controllers/index.ts";
import { couldNotRead, defineFinalizer, nameOf } from "../engine/index.ts";
import { proof, refOf, say } from "../model/index.ts";
import { blockingDependents, dependentKinds } from "./shared/dependents.ts";

export default defineFinalizer({
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
  needs: [...dependentKinds],
  sources: [
    "kubernetes/kubernetes pkg/controller/garbagecollector/garbagecollector.go attemptToDeleteItem, processDeletingDependentsItem, 1.36",
    "kubernetes/kubernetes staging/src/k8s.io/apiserver/pkg/registry/generic/registry/store.go deletionFinalizersForGarbageCollection, 1.36",
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
      title: "No dependent was found among the kinds that were read",
      category: "unknown",
      what: "The object was deleted in the foreground. No pod, claim or snapshot with blockOwnerDeletion is left; objects of other kinds were not read.",
      why: "A dependent of another kind can be left, or the garbage collector cannot act because an API group is unavailable.",
      whatToDo:
        "A person must look for objects that name this one as their owner, and for an APIService that is not available: `kubectl get apiservices`.",
    },
  },
  holds(object, cluster) {
    const dependents = blockingDependents(object, cluster);
    if (!dependents.read) return [couldNotRead(dependents.unread)];
    if (dependents.items.length === 0) {
      return [
        {
          reason: "NoDependentSeen" as const,
          holder: { controller: "garbage-collector-controller" },
          message: say`it was deleted in the foreground; no pod, claim or snapshot depends on it, and other kinds were not read`,
        },
      ];
    }
    return dependents.items.map((dependent) => ({
      reason: "DependentLeft" as const,
      holder: { object: refOf(dependent) },
      message: say`it was deleted in the foreground, and ${nameOf(refOf(dependent))} depends on it`,
      evidence: [proof(refOf(dependent), "metadata.ownerReferences", object.metadata.name)],
    }));
  },
});
