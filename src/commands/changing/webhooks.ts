import type { Demand, Snapshot } from "../../cluster/index.ts";
import { createCluster } from "../../cluster/index.ts";
import type { Client } from "../../connection/http/client.ts";
import type { AdmissionOperation, RequiredWebhook } from "../../controllers/index.ts";
import { webhooksFor } from "../../controllers/index.ts";
import { unreadPhrase } from "../../define/index.ts";
import type { Phrase, Resource } from "../../kubernetes/index.ts";
import { isRecord, own, say, words } from "../../kubernetes/index.ts";
import type { Source } from "../sources/source.ts";

const configurations: readonly Resource[] = [
  "admissionregistration.k8s.io/v1/validatingwebhookconfigurations",
  "admissionregistration.k8s.io/v1/mutatingwebhookconfigurations",
];

/** What is known of the webhooks that a write has to pass. */
interface WebhookLook {
  /** The server needs an answer from these webhooks, but none of their endpoints can answer. */
  readonly dead: readonly Phrase[];
  /** Webhooks that were not checked: they may be dead too. */
  readonly notLooked: readonly Phrase[];
}

/**
 * The webhooks as they are configured now. One is dead when its Service has no ready endpoint: until it has one, no client
 * can change an object like this, not even its controller. Selectors are not checked, so it may not apply: the server's dry
 * run decides.
 */
export interface Webhooks {
  facing(operation: AdmissionOperation, resource: Resource): Promise<WebhookLook>;
}

export async function webhooksNow(client: Client, source: Source): Promise<Webhooks> {
  const demands = configurations.map((resource): Demand => ({ resource, scope: { of: "cluster" } }));
  const { readings } = await source.collect(demands);
  const snapshot: Snapshot = { ...source.start(), readings };
  const cluster = createCluster(snapshot);
  return {
    async facing(operation, resource) {
      const webhooks = webhooksFor(operation, resource, cluster);
      if (!webhooks.read)
        return {
          dead: [],
          notLooked: [
            say`pvguard has not checked whether a webhook that does not answer blocks this: ${unreadPhrase(webhooks.unread)}.`,
          ],
        };
      const dead: Phrase[] = [];
      const notLooked: Phrase[] = [];
      for (const required of webhooks.items) {
        const { is, why } = await reached(required, client);
        if (is === "dead") dead.push(why);
        if (is === "not-looked-at") notLooked.push(why);
      }
      return { dead, notLooked };
    },
  };
}

/** What a webhook is asked about, by what is sent for a step, or by what the step does. */
export const operations = {
  replace: "UPDATE",
  patch: "UPDATE",
  "drop-finalizer": "UPDATE",
  edit: "UPDATE",
  delete: "DELETE",
  create: "CREATE",
} as const satisfies { readonly [done: string]: AdmissionOperation };

interface Reached {
  readonly is: "answered-for" | "dead" | "not-looked-at";
  readonly why: Phrase;
}

async function reached({ webhook, configuration }: RequiredWebhook, client: Client): Promise<Reached> {
  const which = say`webhook ${webhook.name ?? ""} (failurePolicy: Fail, in ${configuration.metadata.name})`;
  const notLooked = (why: Phrase): Reached => ({
    is: "not-looked-at",
    why: say`pvguard has not checked whether ${which} answers: ${why}. If it does not answer, the change cannot be made.`,
  });
  const { namespace, name } = webhook.clientConfig?.service ?? {};
  if (namespace === undefined || name === undefined)
    return notLooked(words("it is not a Service in this cluster"));
  const service = say`service/${name} (${namespace})`;
  const endpoints = await readyEndpoints(namespace, name, client);
  if (endpoints === "some") return { is: "answered-for", why: [] };
  if (endpoints === "none")
    return {
      is: "dead",
      why: say`No client, not even the controller, can make this change while ${which} is unreachable: ${service} has no ready endpoint.`,
    };
  return notLooked(say`could not read the endpointslices of ${service} (${endpoints.unread})`);
}

async function readyEndpoints(
  namespace: string,
  service: string,
  client: Client,
): Promise<"some" | "none" | { readonly unread: number }> {
  const path = `/apis/discovery.k8s.io/v1/namespaces/${encodeURIComponent(namespace)}/endpointslices`;
  const { status, body } = await client.get(path, { labelSelector: `kubernetes.io/service-name=${service}` });
  const items = isRecord(body) ? own(body, "items") : undefined;
  if (status !== 200 || !Array.isArray(items)) return { unread: status };
  return items.some(hasReady) ? "some" : "none";
}

function hasReady(slice: unknown): boolean {
  const endpoints = isRecord(slice) ? own(slice, "endpoints") : undefined;
  return (
    Array.isArray(endpoints) &&
    endpoints.some((endpoint) => {
      const conditions = isRecord(endpoint) ? own(endpoint, "conditions") : undefined;
      return !isRecord(conditions) || own(conditions, "ready") !== false;
    })
  );
}
