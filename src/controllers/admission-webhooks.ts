import type { Cluster, Listed } from "../cluster/index.ts";
import { everywhere } from "../cluster/index.ts";
import type {
  KubeObject,
  MutatingWebhookConfiguration,
  Resource,
  ValidatingAdmissionPolicyBinding,
  ValidatingWebhookConfiguration,
} from "../kubernetes/index.ts";
import { apiVersionOf, groupOf, kindOf, pluralOf } from "../kubernetes/index.ts";
import { selectorMatches } from "./pv-binder/match.ts";

type Configuration = ValidatingWebhookConfiguration | MutatingWebhookConfiguration;
type Webhook = NonNullable<Configuration["webhooks"]>[number];
type Rule = NonNullable<Webhook["rules"]>[number];
type Match = Pick<Webhook, "namespaceSelector" | "objectSelector" | "matchPolicy">;

export type AdmissionOperation = "CREATE" | "UPDATE" | "DELETE";

/** A request that admission looks at, as far as it is known: what is left out can be anything. */
export interface AdmittedRequest {
  readonly operation?: AdmissionOperation;
  readonly resource?: Resource;
  /** Where it is made; of a request about an object of the cluster there is none. */
  readonly namespace?: string;
  /** What it is about, with its labels. */
  readonly object?: KubeObject;
}

/** An admission webhook that a request must pass. */
export interface RequiredWebhook {
  readonly configuration: KubeObject;
  readonly position: number;
  readonly webhook: Webhook;
}

/**
 * The webhooks without which the API server refuses an update of this kind of object: while one does not respond, no
 * client can remove a finalizer. Its selectors and match conditions are not looked at, so that each may still not apply.
 * kubernetes/kubernetes staging/src/k8s.io/apiserver/pkg/admission/plugin/webhook/predicates/rules/rules.go Matches, and
 * .../pkg/apis/admissionregistration/v1/defaults.go (failurePolicy Fail), 1.36.
 */
export function webhooksForUpdate(resource: Resource, cluster: Cluster): Listed<RequiredWebhook> {
  return webhooksFor("UPDATE", resource, cluster);
}

/** As `webhooksForUpdate`, for another request. */
export function webhooksFor(
  operation: AdmissionOperation,
  resource: Resource,
  cluster: Cluster,
): Listed<RequiredWebhook> {
  const all = configurationsIn(cluster);
  if (!all.read) return all;
  return { read: true, items: all.items.flatMap((found) => requiredIn(found, operation, resource)) };
}

/**
 * The configurations with a webhook of this name that is asked about a request. Its match conditions are not looked at: with
 * them it may still not be asked.
 * kubernetes/kubernetes staging/src/k8s.io/apiserver/pkg/admission/plugin/webhook/generic/webhook.go ShouldCallHook, 1.36.
 *
 * @param did what the webhook did; one that may fail (failurePolicy Ignore) refuses nothing by not answering
 */
export function configurationsAsking(
  name: string,
  did: "denied" | "unreachable",
  request: AdmittedRequest,
  cluster: Cluster,
): Listed<Configuration> {
  const all = configurationsIn(cluster);
  if (!all.read) return all;
  const asked = ({ webhooks = [] }: Configuration) =>
    webhooks.filter(
      (webhook) =>
        webhook.name === name &&
        (did === "denied" || webhook.failurePolicy !== "Ignore") &&
        (webhook.rules ?? []).some((rule) => matches(rule, webhook, request)),
    );
  return selected(all.items, asked, request, cluster);
}

/**
 * The bindings by which a policy can deny a request. Expressions, match conditions and exceptions are not looked at.
 * kubernetes/kubernetes staging/src/k8s.io/apiserver/pkg/admission/plugin/policy/validating/dispatcher.go Dispatch, and
 * .../policy/matching/matching.go Matches, 1.36.
 */
export function bindingsDenying(
  policy: string,
  request: AdmittedRequest,
  cluster: Cluster,
): Listed<ValidatingAdmissionPolicyBinding> {
  const found = cluster.get("admissionregistration.k8s.io/v1/validatingadmissionpolicies", policy);
  if (found.state === "unread") return { read: false, unread: found.unread };
  if (found.state === "absent") return { read: true, items: [] };
  const { matchConstraints = {} } = found.object.spec ?? {};
  const all = cluster.list("admissionregistration.k8s.io/v1/validatingadmissionpolicybindings", everywhere);
  if (!all.read) return all;
  const bindings = all.items.filter(
    ({ spec }) => spec?.policyName === policy && (spec.validationActions?.includes("Deny") ?? false),
  );
  const covers = ({ resourceRules = [], ...match }: typeof matchConstraints) =>
    resourceRules.length === 0 || resourceRules.some((rule) => matches(rule, match, request));
  if (!covers(matchConstraints)) return { read: true, items: [] };
  const ofPolicy = selected(bindings, () => [matchConstraints], request, cluster);
  if (!ofPolicy.read) return ofPolicy;
  const asked = ({ spec: { matchResources = {} } = {} }: ValidatingAdmissionPolicyBinding) =>
    covers(matchResources) ? [matchResources] : [];
  return selected(ofPolicy.items, asked, request, cluster);
}

/**
 * Those of which a selector chooses the request. A request about an object of the cluster is in no namespace, and is asked about
 * whatever the selector says. Labels that are unknown can be any.
 * kubernetes/kubernetes staging/src/k8s.io/apiserver/pkg/admission/plugin/webhook/predicates/namespace/matcher.go
 * MatchNamespaceSelector, and .../object/matcher.go MatchObjectSelector, 1.36.
 */
function selected<T>(
  all: readonly T[],
  asked: (each: T) => readonly Match[],
  { namespace, object }: AdmittedRequest,
  cluster: Cluster,
): Listed<T> {
  const chosen: T[] = [];
  for (const each of all) {
    for (const { namespaceSelector, objectSelector } of asked(each)) {
      if (object !== undefined && objectSelector !== undefined && !selectorMatches(objectSelector, object))
        continue;
      if (namespace !== undefined && namespaceSelector !== undefined && !isEmpty(namespaceSelector)) {
        const found = cluster.get("v1/namespaces", namespace);
        if (found.state === "unread") return { read: false, unread: found.unread };
        if (found.state === "found" && !selectorMatches(namespaceSelector, found.object)) continue;
      }
      chosen.push(each);
      break;
    }
  }
  return { read: true, items: chosen };
}

function isEmpty({
  matchLabels = {},
  matchExpressions = [],
}: NonNullable<Match["namespaceSelector"]>): boolean {
  return Object.keys(matchLabels).length + matchExpressions.length === 0;
}

function configurationsIn(cluster: Cluster): Listed<Configuration> {
  const validating = cluster.list(
    "admissionregistration.k8s.io/v1/validatingwebhookconfigurations",
    everywhere,
  );
  const mutating = cluster.list("admissionregistration.k8s.io/v1/mutatingwebhookconfigurations", everywhere);
  if (!validating.read) return validating;
  if (!mutating.read) return mutating;
  return { read: true, items: [...mutating.items, ...validating.items] };
}

function requiredIn(
  configuration: Configuration,
  operation: AdmissionOperation,
  resource: Resource,
): readonly RequiredWebhook[] {
  return (configuration.webhooks ?? []).flatMap((webhook, position) =>
    isRequired(webhook, operation, resource) ? [{ configuration, position, webhook }] : [],
  );
}

function isRequired(webhook: Webhook, operation: AdmissionOperation, resource: Resource): boolean {
  return (
    webhook.failurePolicy !== "Ignore" &&
    (webhook.rules ?? []).some((rule) => matches(rule, webhook, { operation, resource }))
  );
}

/** With the match policy Equivalent, which is the default, a rule for another version of the kind matches too. */
function matches(rule: Rule, { matchPolicy }: Match, { operation, resource }: AdmittedRequest): boolean {
  if (operation !== undefined && !names(rule.operations, operation)) return false;
  if (resource === undefined) return true;
  const { namespaced, olderVersions = [] } = kindOf(resource);
  const equivalent = [apiVersionOf(resource), ...(matchPolicy === "Exact" ? [] : olderVersions)];
  return (
    [undefined, "*", namespaced ? "Namespaced" : "Cluster"].includes(rule.scope) &&
    names(rule.apiGroups, groupOf(apiVersionOf(resource))) &&
    equivalent.some((each) => names(rule.apiVersions, each.slice(each.indexOf("/") + 1))) &&
    (rule.resources ?? []).some((each) => ["", "/*"].some((rest) => isOneOf(each, pluralOf(resource), rest)))
  );
}

function isOneOf(written: string, plural: string, rest: string): boolean {
  return written === `${plural}${rest}` || written === `*${rest}`;
}

function names(values: readonly string[] | undefined, wanted: string): boolean {
  return values?.some((value) => value === wanted || value === "*") ?? false;
}
