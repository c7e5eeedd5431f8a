import type { Cluster, Listed } from "../cluster/index.ts";
import { everywhere } from "../cluster/index.ts";
import type {
  KubeObject,
  MutatingWebhookConfiguration,
  Resource,
  ValidatingWebhookConfiguration,
} from "../kubernetes/index.ts";
import { apiVersionOf, groupOf, pluralOf } from "../kubernetes/index.ts";

type Configuration = ValidatingWebhookConfiguration | MutatingWebhookConfiguration;
type Webhook = NonNullable<Configuration["webhooks"]>[number];
type Rule = NonNullable<Webhook["rules"]>[number];

export type Operation = "CREATE" | "UPDATE" | "DELETE";

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
  operation: Operation,
  resource: Resource,
  cluster: Cluster,
): Listed<RequiredWebhook> {
  const all = configurationsIn(cluster);
  if (!all.read) return all;
  return { read: true, items: all.items.flatMap((found) => requiredIn(found, operation, resource)) };
}

/** The configurations with a webhook of this name that is asked before something is created, changed or deleted. */
export function configurationsWith(
  name: string,
  operation: Operation,
  cluster: Cluster,
): Listed<Configuration> {
  const all = configurationsIn(cluster);
  if (!all.read) return all;
  return { read: true, items: all.items.filter(({ webhooks }) => webhooks?.some(isIt)) };

  function isIt(webhook: Webhook): boolean {
    return (
      webhook.name === name && (webhook.rules ?? []).some(({ operations }) => names(operations, operation))
    );
  }
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
  operation: Operation,
  resource: Resource,
): readonly RequiredWebhook[] {
  return (configuration.webhooks ?? []).flatMap((webhook, position) =>
    isRequired(webhook, operation, resource) ? [{ configuration, position, webhook }] : [],
  );
}

function isRequired({ failurePolicy, rules }: Webhook, operation: Operation, resource: Resource): boolean {
  return failurePolicy !== "Ignore" && (rules ?? []).some((rule) => matches(rule, operation, resource));
}

function matches(rule: Rule, operation: Operation, resource: Resource): boolean {
  const apiVersion = apiVersionOf(resource);
  const version = apiVersion.slice(apiVersion.indexOf("/") + 1);
  return (
    names(rule.operations, operation) &&
    names(rule.apiGroups, groupOf(apiVersion)) &&
    names(rule.apiVersions, version) &&
    (names(rule.resources, pluralOf(resource)) || (rule.resources ?? []).includes("*/*"))
  );
}

function names(values: readonly string[] | undefined, wanted: string): boolean {
  return values?.some((value) => value === wanted || value === "*") ?? false;
}
