import { finalizerNames } from "../controllers/index.ts";
import { defineFinalizer, isFresh, lastChange, stuck } from "../define/index.ts";
import { say } from "../kubernetes/index.ts";
import { checkController } from "../remedies/index.ts";
import { hint, proof } from "../report/index.ts";

export default defineFinalizer({
  finalizer: finalizerNames.orphanDependents,
  on: ["v1/persistentvolumeclaims", "v1/persistentvolumes", "v1/pods", "apps/v1/statefulsets"],
  owner: "garbage-collector-controller",
  sources: [
    "kubernetes/kubernetes pkg/controller/garbagecollector/garbagecollector.go orphanDependents, 1.36",
  ],
  addedWhen: "The object is deleted with propagationPolicy Orphan.",
  releasedWhen: "The garbage collector has removed the owner reference from every dependent.",
  ifForced:
    "The dependents keep a reference to an owner that no longer exists, and are garbage-collected: the opposite of what was asked. For a StatefulSet with retention Delete, these are its claims.",
  manualRemoval: { safety: "loses-data", check: "No object names it as an owner." },
  since: "Kubernetes 1.4",
  reasons: {
    DependentsNotOrphaned: stuck("The garbage collector has not orphaned the dependents", {
      what: "The object is being deleted so that its dependents are kept. They still name it as their owner, or the garbage collector has not checked.",
      why: "The garbage collector is not running, or cannot change a dependent.",
      whatToDo:
        "An administrator must check that kube-controller-manager is running, and that no admission webhook rejects changes to the dependents.",
    }),
  },
  holds(object, cluster) {
    if (isFresh(object, cluster.now)) return [];
    return {
      reason: "DependentsNotOrphaned",
      holder: { controller: "garbage-collector-controller" },
      message: say`the object is being deleted so that its dependents are kept (propagation policy Orphan), but the garbage collector has not removed the owner reference from them`,
      evidence: [
        proof(object, "metadata.finalizers", finalizerNames.orphanDependents),
        hint(object, "metadata", `last changed ${lastChange(object) ?? "at an unknown time"}`),
      ],
      remedies: [checkController(object, { controller: "kube-controller-manager" })],
      avoid: {
        step: say`remove the finalizer orphan`,
        because: say`the dependents would be garbage-collected, the opposite of what was asked`,
      },
    };
  },
});
