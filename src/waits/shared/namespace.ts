import type { Cluster, Listed } from "../../cluster/index.ts";
import { inNamespace } from "../../cluster/index.ts";
import { refusedIn } from "../../controllers/index.ts";
import type { FoundHold } from "../../define/index.ts";
import { blocked, couldNotRead, stuck, waiting } from "../../define/index.ts";
import type { Refuser } from "../../evidence/index.ts";
import { controllerManagerRuns, kindsRemaining } from "../../evidence/index.ts";
import type { KubeObject, Namespace, Phrase, Pod } from "../../kubernetes/index.ts";
import { isTerminating, nameOf, refOf, say, secondsSince, words } from "../../kubernetes/index.ts";
import { checkController, retainVolumes } from "../../remedies/index.ts";
import type { RemedyCall } from "../../report/index.ts";
import { proof } from "../../report/index.ts";

/** Of what was removed, or changed, after it had refused. */
export const refuserGone = {
  RefuserGone: waiting("The namespace controller has not tried since what refused it was removed", {
    what: "The namespace controller could not delete something in the namespace: an admission webhook or a policy refused it, or the webhook did not answer. What refused it no longer exists, or does not cover the deletion now.",
    why: "The webhook configuration, the policy or its binding was deleted or changed, or labels were. The condition of the namespace is older, and the namespace controller updates it with its next attempt, after about a minute. Then everything is deleted, and with policy Delete the data too.",
    whatToDo:
      "If you need the data, set the volumes, and the contents of snapshots, to Retain now. Otherwise no action is needed. If it lasts for more than some minutes, an administrator must check that kube-controller-manager runs.",
  }),
};

/** What follows where nothing refuses it now, or where that is undecided. */
export function retried({ over, undecided }: Refuser): Phrase {
  if (over === undefined) return undecided === undefined ? [] : say`; ${undecided}`;
  return say`; ${over}, and the namespace controller tries again`;
}

export const storageKinds = [
  "v1/persistentvolumeclaims",
  "snapshot.storage.k8s.io/v1/volumesnapshots",
] as const;

/** Pods, claims and snapshots that are left in the namespace. */
export function ofContent(namespace: Namespace, cluster: Cluster): readonly NamespaceHold[] {
  const scope = inNamespace(namespace.metadata.name);
  const pods = cluster.list("v1/pods", scope);
  if (!pods.read) return [couldNotRead(pods.unread)];
  const order = orderIn(namespace, pods.items.length, cluster);
  return [
    ...pods.items.map((pod) => ({ ...still("PodInNamespace", pod), remedies: [retainIn(namespace)], avoid })),
    ...storageKinds.flatMap((kind) => storageIn(namespace, cluster.list(kind, scope), order)),
  ];
}

/** When the namespace controller comes to objects of other kinds than pods. */
type Order = "after the pods" | "soon" | "long since";

/** Where it is refused, it comes to all of them, again and again. */
function orderIn(namespace: Namespace, pods: number, cluster: Cluster): Order {
  if (refusedIn(namespace) !== undefined) return "soon";
  if (pods > 0) return "after the pods";
  return isNew(namespace, cluster) || isBetweenRounds(namespace, cluster) ? "soon" : "long since";
}

/**
 * The namespace controller saw a pod in its last round, and has not come again since that pod was deleted: it pauses for up to
 * a minute, or for half of the longest grace period. If it deletes pods first, it stops at them before it looks at the rest,
 * and the condition still says that all was removed. If kube-controller-manager does not renew its lease, it will not come.
 * kubernetes/kubernetes pkg/controller/namespace/namespace_controller.go worker, nsControllerRateLimiter, and
 * pkg/controller/namespace/deletion/namespaced_resources_deleter.go deleteAllContent, 1.36.
 */
export function isBetweenRounds(namespace: Namespace, cluster: Cluster): boolean {
  const content = namespace.status?.conditions?.find(({ type }) => type === "NamespaceContentRemaining");
  const sawPods = kindsRemaining(content?.message ?? "")?.includes("pods.") === true;
  if (!sawPods && content?.status !== "False") return false;
  return controllerManagerRuns(cluster).is === "proven";
}

function retainIn(namespace: Namespace): RemedyCall {
  return retainVolumes(namespace);
}

/** How long the namespace controller may take to come to something, in seconds: it retries with growing pauses. */
const patience = 600;

export function isNew(namespace: Namespace, cluster: Cluster): boolean {
  return (secondsSince(namespace.metadata.deletionTimestamp, cluster.now) ?? 0) < patience;
}

/** Pods go first: while one is left, a live object of another kind holds nothing up, unless it was refused. */
function storageIn(namespace: Namespace, listed: Listed<KubeObject>, order: Order): readonly NamespaceHold[] {
  if (!listed.read) return [couldNotRead(listed.unread)];
  return listed.items
    .filter((object) => isTerminating(object) || order !== "after the pods")
    .map((object) =>
      order === "long since" && !isTerminating(object)
        ? { ...notDeleted(object, namespace), avoid }
        : { ...still("StorageObjectInNamespace", object), remedies: [retainIn(namespace)], avoid },
    );
}

function still(reason: NamespaceReason, object: KubeObject): NamespaceHold {
  const ref = refOf(object);
  return {
    reason,
    holder: { object: ref },
    message: isTerminating(object)
      ? say`${nameOf(ref)} is being deleted, but still exists`
      : say`${nameOf(ref)} still exists, and is not marked for deletion yet`,
    ...(isTerminating(object)
      ? {}
      : { ifDeleted: say`${nameOf(ref)} is in the namespace, and would have to be deleted first` }),
    evidence: [proof(ref, "metadata.deletionTimestamp", object.metadata.deletionTimestamp)],
  };
}

function notDeleted(object: KubeObject, namespace: Namespace): NamespaceHold {
  return {
    reason: "NamespaceControllerNotActing",
    holder: { controller: "namespace-controller" },
    message: say`${nameOf(object)} is not marked for deletion, although no pod is left in the namespace: the namespace controller does not delete it`,
    evidence: [proof(object, "metadata.deletionTimestamp", null)],
    remedies: [checkController(namespace, { controller: "kube-controller-manager" }), retainIn(namespace)],
  };
}

export type NamespaceHold = FoundHold<NamespaceReason | "CouldNotRead">;

export const avoid = [
  {
    step: say`empty spec.finalizers through the namespace's finalize subresource`,
    because: say`the remaining objects would stay in etcd without a namespace, and reappear when a namespace of that name is created`,
  },
];

/** In a namespace that is being deleted, other objects are deleted after the pods. */
export function willGoWithNamespace(
  namespace: Namespace,
  what: "claim" | "snapshot",
  pods?: Listed<Pod>,
): Phrase {
  if (pods?.read === true && pods.items.length === 0)
    return say`${nameOf(namespace)} is being deleted, no pod is left in it, and the namespace controller deletes the ${words(what)} with its next attempt`;
  return say`${nameOf(namespace)} is being deleted, and the ${words(what)} will be deleted when no pod is left in it`;
}

type NamespaceReason = keyof typeof namespaceReasons;

export const namespaceReasons = {
  ...refuserGone,
  ApiGroupUnavailable: blocked("An API group is unavailable, so the namespace cannot be emptied", {
    what: "An APIService is not available. The namespace controller cannot list what the namespace contains in that group.",
    why: "The server behind an aggregated API is down, or was removed without its APIService. Volumes are not the cause.",
    whatToDo:
      "Repair the server behind the APIService. If it was removed permanently, delete the APIService: `kubectl delete apiservice NAME`.",
  }),
  DiscoveryFails: blocked("The namespace controller cannot discover what is in the namespace", {
    what: "The namespace reports that discovery of an API group fails, but no APIService is unavailable now.",
    why: "An API group cannot be asked for its resources. It may have come back a moment ago.",
    whatToDo: "A person must read the condition's message, and the output of `kubectl get apiservices`.",
  }),
  DeletionRefused: blocked("A policy or a webhook refuses to let the namespace be emptied", {
    what: "The namespace controller last tried to delete what is in the namespace. A ValidatingAdmissionPolicy or an admission webhook refused it, or the webhook did not answer.",
    why: "Policies like this protect objects from being deleted by mistake, and often block the namespace controller too. Even if they keep the pods, claims are marked for deletion, and are deleted after the last pod. The controller retries, with pauses of about a minute.",
    whatToDo:
      "If a webhook does not answer, repair its server. If a policy refuses, a person must decide whether it is right. A policy can exempt namespaces that are being deleted: `kubectl get validatingadmissionpolicy NAME -o yaml`, or `kubectl get validatingwebhookconfigurations,mutatingwebhookconfigurations -o yaml`. If you need the data, set the volumes to Retain first: the deletion of a namespace cannot be undone.",
  }),
  ContentDeletionFails: blocked("Objects in the namespace cannot be deleted", {
    what: "The namespace controller asked to delete objects, and the API server refused.",
    why: "The condition NamespaceDeletionContentFailure says why: a permission is missing, or an API does not answer.",
    whatToDo: "A person must remove the cause that the condition names.",
  }),
  PodInNamespace: waiting("A pod in the namespace must be deleted first", {
    what: "A pod still exists in the namespace.",
    why: "Pods are deleted first. While a deleted pod remains, objects of other kinds are not even marked for deletion, and the namespace may report that nothing remains.",
    whatToDo: "Look at the pod: `kubectl pvguard why pod/NAME -n NAMESPACE`.",
  }),
  StorageObjectInNamespace: waiting("A claim or snapshot in the namespace must be deleted first", {
    what: "A PersistentVolumeClaim or VolumeSnapshot still exists in the namespace.",
    why: "A namespace is deleted when everything in it has been deleted.",
    whatToDo: "Look at the object: `kubectl pvguard why pvc/NAME -n NAMESPACE`.",
  }),
  NamespaceControllerNotActing: stuck("The namespace controller does not empty the namespace", {
    what: "No pod is left in the namespace. But minutes after the namespace was deleted, an object in it is not even marked for deletion, or the namespace remains although it reports that nothing is left.",
    why: "The namespace controller does not run, or every round fails because an API group does not answer or a deletion is refused.",
    whatToDo:
      "A person must check that kube-controller-manager runs, and read its log for the namespace's name. `kubectl get apiservices` shows API groups that do not answer.",
  }),
  OtherContentInNamespace: blocked("Something else is left in the namespace", {
    what: "The namespace reports that objects or finalizers remain, and no pod, claim or snapshot is among them.",
    why: "Objects of other kinds are left. pvguard does not read them.",
    whatToDo:
      "Look at what the condition names: the remedies of `kubectl pvguard why ns/NAME` have the commands. Its finalizers name the controller that must remove them.",
  }),
  NamespaceFinalizerLeft: blocked("The namespace's spec still has another finalizer", {
    what: "The field spec.finalizers has another finalizer besides `kubernetes`.",
    why: "A product that manages namespaces still has to do its own clean-up, or is no longer installed.",
    whatToDo: "A person must check that its owner runs: the finalizer's domain names the owner.",
  }),
  NamespaceAboutToGo: waiting("The namespace was deleted only a short while ago", {
    what: "No pod, claim or snapshot is left in the namespace.",
    why: "The namespace controller goes through every kind, and repeats this with growing pauses until nothing is left.",
    whatToDo: "No action is needed. Wait a few minutes and run `kubectl pvguard why` again.",
  }),
};
