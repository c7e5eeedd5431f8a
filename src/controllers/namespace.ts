import type { Cluster, Listed } from "../cluster/index.ts";
import { inNamespace } from "../cluster/index.ts";
import type { KubeObject, Namespace, ObjectRef, Phrase } from "../kubernetes/index.ts";
import { distinct, isTerminating, refOf, say, workloadKinds } from "../kubernetes/index.ts";
import { configurationsWith } from "./admission-webhooks.ts";
import type { Decision } from "./controller.ts";
import { defineController, nothing } from "./controller.ts";
import { actAll, unknown, wait, waitForAll } from "./decision.ts";

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
  return namespace.status?.conditions?.find(
    (condition) => condition.type === type && condition.status === "True",
  );
}

/** Who refused to delete something in a namespace that is being deleted, and how it said so. */
export interface Refusal {
  /** Known by its name alone. Of a webhook, its configuration is not named. */
  readonly by: { readonly policy: string } | { readonly webhook: string };
  /** The kind of what was refused, as in `volumesnapshots.snapshot.storage.k8s.io`. A webhook's words do not say it. */
  readonly of?: string;
  readonly message: Phrase;
}

/**
 * As in `pods "Unknown" is forbidden: ValidatingAdmissionPolicy 'keep' with binding 'keep' denied request: never`.
 * kubernetes/kubernetes staging/src/k8s.io/apiserver/pkg/admission/plugin/policy/validating/dispatcher.go Dispatch, 1.36.
 */
const byPolicy =
  /(?:([\w.-]+) "[^"]*" is forbidden: )?ValidatingAdmissionPolicy '([^']+)'(?: with binding '[^']*')? denied request: (.*?)(?=, [\w.-]+(?: "[^"]*")? is \w+: |$)/gs;

/**
 * As in `admission webhook "keep.example.com" denied the request: never` and `failed calling webhook "keep.example.com"`.
 * kubernetes/kubernetes staging/src/k8s.io/apiserver/pkg/admission/plugin/webhook/errors/statuserror.go ToStatusErr, and
 * .../pkg/util/webhook/error.go ErrCallingWebhook, 1.36.
 */
const byWebhook = /admission webhook "([^"]+)" denied the request|failed calling webhook "([^"]+)"/g;

/** As in `unexpected items still remain in namespace: shop for gvr: /v1, Resource=pods`: nothing was refused. */
const stays = /unexpected items still remain in namespace: \S+ for gvr: [^,]*, Resource=[\w.-]+/g;

/** What the namespace controller says of its last round in which something was refused. */
export function refusedIn(namespace: Namespace): string | undefined {
  const message = conditionOf(namespace, "NamespaceDeletionContentFailure")?.message;
  if (message === undefined) return undefined;
  const isRefused = !/^[^:]*: [[\], ]*$/.test(message.replace(stays, ""));
  return isRefused ? message : undefined;
}

/** Each once. Empty where no policy or webhook is named, as where a permission is missing. */
export function refusalsIn(namespace: Namespace): readonly Refusal[] {
  return once(allIn(namespace));
}

/**
 * Those of objects of one kind, as far as that is said: there is one for each kind, the first that its collection met.
 *
 * @param plural as in `pods`, with its group where it has one
 */
export function refusalsOf(plural: string, namespace: Namespace): readonly Refusal[] {
  const all = allIn(namespace);
  const own = all.filter(({ of }) => of === plural);
  const unsaid = all.filter(({ of }) => of === undefined);
  return once([own, unsaid, all].find((each) => each.length > 0) ?? []);
}

function allIn(namespace: Namespace): readonly Refusal[] {
  const message = refusedIn(namespace) ?? "";
  const policies = [...message.matchAll(byPolicy)].map(
    ([, of, policy = "", because = ""]): Refusal => ({
      by: { policy },
      ...(of === undefined ? {} : { of }),
      message: say`the ValidatingAdmissionPolicy ${policy} denies it: ${because}`,
    }),
  );
  const webhooks = [...message.matchAll(byWebhook)].map(
    ([, denying, failing = ""]): Refusal => ({
      by: { webhook: denying ?? failing },
      message:
        denying === undefined
          ? say`the API server must call the admission webhook ${failing}, but could not`
          : say`the admission webhook ${denying} denies it`,
    }),
  );
  return [...policies, ...webhooks];
}

function once(refusals: readonly Refusal[]): readonly Refusal[] {
  return distinct(refusals, ({ by }) => JSON.stringify(by));
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

/**
 * What has to be changed for it: a policy, or the configuration of the webhook. Where that is not known, the namespace
 * controller has to get through.
 */
export function refuserOf({ by }: Refusal, cluster: Cluster): Refuser {
  if ("policy" in by)
    return { object: { apiVersion: group, kind: "ValidatingAdmissionPolicy", name: by.policy } };
  const found = configurationsWith(by.webhook, cluster);
  const [only, ...others] = found.read ? found.items : [];
  return only === undefined || others.length > 0 ? notNamed : { object: refOf(only) };
}

/** Where no policy or webhook is named. */
export const notNamed: Refuser = { controller: "namespace-controller" };

/** Whether that is what keeps something in this namespace from being deleted. */
export function refuses(holder: Refuser | object, namespace: Namespace): boolean {
  if (refusedIn(namespace) === undefined) return false;
  if ("controller" in holder) return holder.controller === "namespace-controller";
  return "object" in holder && holder.object.apiVersion === group && kinds.includes(holder.object.kind);
}
