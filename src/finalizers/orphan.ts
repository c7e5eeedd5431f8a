import { finalizerNames } from "../controllers/index.ts";
import { defineFinalizer, isFresh } from "../engine/index.ts";
import { refOf, say } from "../model/index.ts";

export default defineFinalizer({
  finalizer: finalizerNames.orphanDependents,
  on: ["v1/persistentvolumeclaims", "v1/persistentvolumes", "v1/pods", "apps/v1/statefulsets"],
  owner: "garbage-collector-controller",
  needs: [],
  sources: [
    "kubernetes/kubernetes pkg/controller/garbagecollector/garbagecollector.go orphanDependents, 1.36",
  ],
  addedWhen: "Somebody deletes the object with propagationPolicy Orphan.",
  releasedWhen: "The garbage collector has removed the owner reference from every dependent.",
  ifForced:
    "The dependents keep a reference to an owner that is gone, and are garbage-collected: the opposite of what was asked. For a StatefulSet with retention Delete these are its claims.",
  manualRemoval: { safety: "loses-data", check: "No object names it as an owner any more." },
  since: "Kubernetes 1.4",
  reasons: {
    DependentsNotOrphaned: {
      title: "The garbage collector has not let the dependents go",
      category: "stuck",
      what: "The object was deleted so that its dependents stay, and they still name it as their owner, or the garbage collector has not looked.",
      why: "The garbage collector does not run, or cannot change a dependent.",
      whatToDo:
        "A person must see that kube-controller-manager runs, and that no admission webhook refuses changes of the dependents.",
    },
  },
  holds(object, cluster) {
    if (isFresh(object, cluster.now)) return [];
    return [
      {
        reason: "DependentsNotOrphaned",
        holder: { controller: "garbage-collector-controller" },
        message: say`it was deleted so that its dependents stay (propagation policy Orphan), and the garbage collector has not taken its name off them`,
        remedies: [
          { remedy: "check-controller", on: refOf(object), using: { controller: "kube-controller-manager" } },
        ],
        avoid: [
          {
            step: say`removing the finalizer orphan`,
            because: say`the dependents would be garbage-collected, the opposite of what was asked`,
          },
        ],
      },
    ];
  },
});
