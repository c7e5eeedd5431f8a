import { refusedIn } from "../../../controllers/index.ts";
import { couldNotRead, nameOf, remedy } from "../../../engine/index.ts";
import {
  type Cluster,
  inNamespace,
  isTerminating,
  type KubeObject,
  type Listed,
  type Namespace,
  proof,
  type RemedyCall,
  refOf,
  say,
  secondsSince,
} from "../../../model/index.ts";
import type { NamespaceReason } from "./reasons.ts";
import { avoid, type Found } from "./words.ts";

export const storageKinds = [
  "v1/persistentvolumeclaims",
  "snapshot.storage.k8s.io/v1/volumesnapshots",
] as const;

/** Pods, claims and snapshots that are left in the namespace. */
export function ofContent(namespace: Namespace, cluster: Cluster): readonly Found[] {
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
  return isNew(namespace, cluster) ? "soon" : "long since";
}

function retainIn(namespace: Namespace): RemedyCall {
  return remedy("retain-volumes", namespace);
}

/** How long the namespace controller may take to come to something, in seconds: it retries with growing pauses. */
const patience = 600;

export function isNew(namespace: Namespace, cluster: Cluster): boolean {
  return (secondsSince(namespace.metadata.deletionTimestamp, cluster.now) ?? 0) < patience;
}

/** Pods go first: while one is left, a live object of another kind holds nothing up, unless it was refused. */
function storageIn(namespace: Namespace, listed: Listed<KubeObject>, order: Order): readonly Found[] {
  if (!listed.read) return [couldNotRead(listed.unread)];
  return listed.items
    .filter((object) => isTerminating(object) || order !== "after the pods")
    .map((object) =>
      order === "long since" && !isTerminating(object)
        ? { ...notDeleted(object, namespace), avoid }
        : { ...still("StorageObjectInNamespace", object), remedies: [retainIn(namespace)], avoid },
    );
}

function still(reason: NamespaceReason, object: KubeObject): Found {
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

function notDeleted(object: KubeObject, namespace: Namespace): Found {
  return {
    reason: "NamespaceControllerNotActing",
    holder: { controller: "namespace-controller" },
    message: say`${nameOf(object)} is not marked for deletion, although no pod is left in the namespace: the namespace controller does not delete it`,
    evidence: [proof(object, "metadata.deletionTimestamp", null)],
    remedies: [
      remedy("check-controller", namespace, { controller: "kube-controller-manager" }),
      retainIn(namespace),
    ],
  };
}
