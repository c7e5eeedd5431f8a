import type { Cluster } from "../cluster/index.ts";
import {
  blocksOwner,
  collectedKinds,
  dependentsOf,
  finalizerNames,
  foregroundCircles,
  reclaimPolicyOf,
} from "../controllers/index.ts";
import type { FoundHold } from "../define/index.ts";
import { blocked, couldNotRead, defineFinalizer, isFresh, stuck, waiting } from "../define/index.ts";
import { apiGroupsAnswer } from "../evidence/index.ts";
import type { KubeObject, PersistentVolumeClaim } from "../kubernetes/index.ts";
import { join, nameOf, refOf, say } from "../kubernetes/index.ts";
import { checkController, dropFinalizer } from "../remedies/index.ts";
import type { Evidence } from "../report/index.ts";
import { noneFound, proof } from "../report/index.ts";

type Reason = "DependentLeft" | "DeletionsWaitInCircle" | "NoDependentSeen" | "OtherDependentsUnknown";

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
  needs: [...collectedKinds, "apiregistration.k8s.io/v1/apiservices"],
  sources: [
    "kubernetes/kubernetes pkg/controller/garbagecollector/garbagecollector.go attemptToDeleteItem, processDeletingDependentsItem, 1.36",
    "kubernetes/kubernetes staging/src/k8s.io/apiserver/pkg/registry/generic/registry/store.go deletionFinalizersForGarbageCollection, 1.36",
    "longhorn/longhorn#356",
  ],
  addedWhen: "The object is deleted with propagationPolicy Foreground.",
  releasedWhen: "No object is left that has an owner reference to it with blockOwnerDeletion=true.",
  ifForced:
    "The garbage collector deletes the dependents in the background instead. No data of the object itself is lost.",
  manualRemoval: { safety: "risky", check: "The dependents that are left may be garbage-collected." },
  since: "Kubernetes 1.7",
  reasons: {
    DependentLeft: waiting("A dependent object must be deleted first", {
      what: "The object is being deleted in the foreground. An object that it owns, with blockOwnerDeletion, still exists.",
      why: "A foreground deletion waits for these dependents. If this lasts, find out why the dependent is not deleted.",
      whatToDo: "Look at the dependent: `kubectl pvguard why KIND/NAME -n NAMESPACE`.",
    }),
    DeletionsWaitInCircle: blocked("Foreground deletions wait for each other, and none of them can end", {
      what: "The object is being deleted in the foreground, and waits for an object that it owns. That object waits, directly or through others, for this one: each of them owns the next.",
      why: "The garbage collector breaks such a circle only while one of the objects is not being deleted yet. Once all of them wait for their dependents, no controller ends it.",
      whatToDo:
        "A person must decide first about the data: set the volumes to Retain to keep it. Then remove the finalizer foregroundDeletion from one of the objects: all of them are deleted after that. `kubectl pvguard why KIND/NAME -n NAMESPACE` shows the steps.",
    }),
    OtherDependentsUnknown: waiting("The garbage collector still looks for what depends on the object", {
      what: "The object was deleted in the foreground a moment ago. No dependent with blockOwnerDeletion is left among workloads, pods, claims and snapshots. Objects of other kinds are not read.",
      why: "The garbage collector removes its finalizer in a moment, unless an object of another kind, such as a ConfigMap, must be deleted first.",
      whatToDo: "No action is needed now. Run `kubectl pvguard why` again in five minutes.",
    }),
    NoDependentSeen: stuck("The foreground deletion is not finished, and no dependent is seen", {
      what: "The object is being deleted in the foreground. No dependent with blockOwnerDeletion is left among workloads, pods, claims and snapshots. Objects of other kinds are not read.",
      why: "A dependent of another kind is left, the garbage collector is not running, or an unavailable API group keeps it from checking.",
      whatToDo:
        "Check that kube-controller-manager is running and that every API group responds: `kubectl get apiservices`. Then look for objects of other kinds that name this object as their owner.",
    }),
  },
  holds(object, cluster) {
    const dependents = dependentsOf(object, cluster);
    if (!dependents.read) return couldNotRead(dependents.unread);
    const blocking = dependents.items.filter((dependent) => blocksOwner(dependent, object));
    const circles = foregroundCircles(object, cluster);
    if (!circles.read) return couldNotRead(circles.unread);
    const around = new Set(circles.items.map(([dependent]) => dependent.metadata.uid));
    const others = blocking.filter(({ metadata }) => !around.has(metadata.uid));
    const found = [
      ...others.map((dependent) => left(dependent, object)),
      ...circles.items.slice(0, 1).map((circle) => waitInCircle(object, circle, cluster)),
    ];
    if (found.length > 0) return found;
    return isFresh(object, cluster.now) ? othersUnknown(object) : noneSeen(object, cluster);
  },
});

function left(dependent: KubeObject, owner: KubeObject): FoundHold<Reason> {
  const ref = refOf(dependent);
  return {
    reason: "DependentLeft",
    holder: { object: ref },
    message: say`${nameOf(ref)} depends on the object, which is being deleted in the foreground`,
    ifDeleted: say`${nameOf(ref)} depends on the object and would have to be deleted first`,
    evidence: [proof(ref, "metadata.ownerReferences", owner.metadata.name)],
  };
}

function waitInCircle(
  object: KubeObject,
  circle: readonly KubeObject[],
  cluster: Cluster,
): FoundHold<Reason> {
  const pairs = circle.map((each, at) => ({ owner: circle[at - 1] ?? object, dependent: each }));
  const waits = pairs.map(({ owner, dependent }) => say`${nameOf(owner)} waits for ${nameOf(dependent)}`);
  return {
    reason: "DeletionsWaitInCircle",
    holder: { person: "administrator" },
    message: say`${join(waits, ", ")}: these foreground deletions wait for each other, and no controller ends that`,
    evidence: pairs.map(({ owner, dependent }) =>
      proof(dependent, "metadata.ownerReferences", owner.metadata.name),
    ),
    remedies: [
      dropFinalizer(object, {
        finalizer: finalizerNames.foregroundDeletion,
        because: costOf(object, circle, cluster),
      }),
    ],
  };
}

/** The card of the object itself keeps only its own data. */
function costOf(object: KubeObject, circle: readonly KubeObject[], cluster: Cluster): string {
  const others = circle.filter(({ metadata }) => metadata.uid !== object.metadata.uid);
  const lost = others.flatMap((each) => volumesToKeep(each, cluster));
  const keep = lost.length === 0 ? "" : ` To keep their data too, first set ${lost.join(", ")} to Retain.`;
  return `No controller ends this. After the object, the garbage collector deletes the others, each once what it waits for is deleted.${keep} The finalizer cannot be put back.`;
}

function volumesToKeep(object: KubeObject, cluster: Cluster): readonly string[] {
  const isClaim = object.kind === "PersistentVolumeClaim";
  const name = isClaim ? (object as PersistentVolumeClaim).spec?.volumeName : object.metadata.name;
  if (!name || !(isClaim || object.kind === "PersistentVolume")) return [];
  const volume = cluster.get("v1/persistentvolumes", name);
  const isKept = volume.state === "found" && reclaimPolicyOf(volume.object) === "Retain";
  return isKept || volume.state === "absent" ? [] : [`pv/${name}`];
}

function othersUnknown(object: KubeObject): FoundHold<Reason> {
  return {
    reason: "OtherDependentsUnknown",
    holder: { controller: "garbage-collector-controller" },
    message: say`no workload, pod, claim or snapshot depends on the object, which is being deleted in the foreground: the garbage collector removes its finalizer in a moment, unless an object of another kind, such as a ConfigMap, must be deleted first`,
    evidence: [noneFound(object, "dependents with blockOwnerDeletion")],
  };
}

function noneSeen(object: KubeObject, cluster: Cluster): FoundHold<Reason> {
  return {
    reason: "NoDependentSeen",
    holder: { controller: "garbage-collector-controller" },
    message: say`the object is being deleted in the foreground; no workload, pod, claim or snapshot depends on it, but objects of other kinds, such as ConfigMaps, were not read: one of them may still have to be deleted first, or the garbage collector does not act`,
    evidence: [
      proof(object, "metadata.finalizers", finalizerNames.foregroundDeletion),
      noneFound(object, "dependents with blockOwnerDeletion"),
      ...unavailable(cluster),
    ],
    remedies: [checkController(object, { controller: "kube-controller-manager" })],
  };
}

function unavailable(cluster: Cluster): readonly Evidence[] {
  const answer = apiGroupsAnswer(cluster);
  return answer.is === "unread" ? [] : answer.against;
}
