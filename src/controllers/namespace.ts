import type { Cluster, Listed } from "../cluster/index.ts";
import { inNamespace } from "../cluster/index.ts";
import type { KubeObject, Namespace, ObjectRef } from "../kubernetes/index.ts";
import { isTerminating, refOf, workloadKinds } from "../kubernetes/index.ts";
import type { Decision } from "./controller.ts";
import { defineController, nothing } from "./controller.ts";
import { actAll, unknown, wait, waitForAll } from "./decision.ts";
import { trueCondition } from "./objects/conditions.ts";

const others = [
  "v1/persistentvolumeclaims",
  "snapshot.storage.k8s.io/v1/volumesnapshots",
  ...workloadKinds,
] as const;

/**
 * Pods go first: while one is left that was deleted, nothing else is even deleted, and the condition
 * NamespaceContentRemaining is not kept up to date. Where the deletion of pods is refused, it goes on to everything else at
 * once. So from 1.33 on (gate OrderedNamespaceDeletion).
 */
export const namespaceController = defineController({
  name: "namespace-controller",
  on: "v1/namespaces",
  sources: [
    "kubernetes/kubernetes pkg/controller/namespace/deletion/namespaced_resources_deleter.go Delete, deleteAllContent, 1.36",
  ],
  decide(namespace, cluster) {
    if (!isTerminating(namespace)) return nothing;
    const { name } = namespace.metadata;
    const pods = cluster.list("v1/pods", inNamespace(name));
    if (!pods.read) return unknown(pods);
    const isRefused = refusedIn(namespace) !== undefined;
    if (pods.items.length > 0 && !isRefused) return empty(pods.items);
    const rest = contentOf(name, cluster);
    if (!rest.read) return unknown(rest);
    // A refusal of pods ends no round: what still exists after one was refused too.
    if (isRefused) return waitForAll([...pods.items, ...rest.items]);
    // Whether anything of another kind is left in it is not read.
    return rest.items.length > 0 ? empty(rest.items) : wait();
  },
});

function contentOf(namespace: string, cluster: Cluster): Listed<KubeObject> {
  const items: KubeObject[] = [];
  for (const resource of others) {
    const listed = cluster.list(resource, inNamespace(namespace));
    if (!listed.read) return listed;
    for (const item of listed.items) items.push(item);
  }
  return { read: true, items };
}

function empty(objects: readonly KubeObject[]): Decision {
  const live = objects.filter((object) => !isTerminating(object));
  return actAll(
    live.map((object) => ({ do: "delete", object: refOf(object) })),
    waitForAll(objects),
  );
}

/** The conditions by which the namespace controller says what is left. */
type NamespaceCondition =
  | "NamespaceDeletionDiscoveryFailure"
  | "NamespaceDeletionGroupVersionParsingFailure"
  | "NamespaceDeletionContentFailure"
  | "NamespaceContentRemaining"
  | "NamespaceFinalizersRemaining";

/** kubernetes/kubernetes pkg/controller/namespace/deletion/status_condition_utils.go, 1.36. */
export function conditionOf(namespace: Namespace, type: NamespaceCondition) {
  return trueCondition(namespace.status?.conditions, type);
}

/**
 * The controller's own memory of its last round, which decides what it does next: so these words of its own are read here, and
 * nowhere else in this room is a text matched. As in `unexpected items still remain in namespace: shop for gvr: /v1,
 * Resource=pods`: nothing was refused.
 */
const stays = /unexpected items still remain in namespace: \S+ for gvr: [^,]*, Resource=[\w.-]+/g;

/** What the namespace controller says of its last round in which something was refused. */
export function refusedIn(namespace: Namespace): string | undefined {
  const message = conditionOf(namespace, "NamespaceDeletionContentFailure")?.message;
  if (message === undefined) return undefined;
  const isRefused = !/^[^:]*: [[\], ]*$/.test(message.replace(stays, ""));
  return isRefused ? message : undefined;
}

/** As it is once nothing refuses. */
export function withoutRefusal(namespace: Namespace): Namespace {
  const conditions = namespace.status?.conditions?.filter(
    ({ type }) => type !== "NamespaceDeletionContentFailure",
  );
  return conditions === undefined ? namespace : { ...namespace, status: { ...namespace.status, conditions } };
}

const group = "admissionregistration.k8s.io/v1";
const kinds: readonly string[] = [
  "ValidatingAdmissionPolicy",
  "ValidatingWebhookConfiguration",
  "MutatingWebhookConfiguration",
];

/** Who refuses a deletion: an object that can be changed, or else the controller that has to get through. */
type Refuser = { readonly object: ObjectRef } | { readonly controller: string };

/** Where no policy or webhook is named. */
export const notNamed: Refuser = { controller: "namespace-controller" };

/** Whether that is what keeps something in this namespace from being deleted. */
export function refuses(holder: Refuser | object, namespace: Namespace): boolean {
  if (refusedIn(namespace) === undefined) return false;
  if ("controller" in holder) return holder.controller === "namespace-controller";
  return "object" in holder && holder.object.apiVersion === group && kinds.includes(holder.object.kind);
}
