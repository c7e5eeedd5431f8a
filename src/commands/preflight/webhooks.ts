import type { Client } from "../../connection/http/client.ts";
import { type Operation, type RequiredWebhook, webhooksFor } from "../../controllers/index.ts";
import { createCluster } from "../../engine/index.ts";
import {
  type Demand,
  isRecord,
  own,
  type Phrase,
  type Resource,
  type Snapshot,
  say,
  type Write,
} from "../../model/index.ts";
import type { Source } from "../source.ts";

const configurations: readonly Resource[] = [
  "admissionregistration.k8s.io/v1/validatingwebhookconfigurations",
  "admissionregistration.k8s.io/v1/mutatingwebhookconfigurations",
];

/**
 * A webhook that the server would ask about this write and that nobody answers for: its Service has no ready endpoint.
 * While it is so, nobody at all can change such an object, not even its controller. Its selectors are not looked at, so
 * that it may still not apply: the server's own dry run has the last word.
 */
export async function deadWebhooks(write: Write, client: Client, source: Source): Promise<readonly Phrase[]> {
  const resource = write.do === "create" ? write.resource : write.target.resource;
  return (await webhooksNow(client, source)).dead(operationOf(write), resource);
}

/** The webhooks as they are configured now. */
export interface Webhooks {
  /** Those without which nobody can do this, and that nobody answers for. */
  dead(operation: Operation, resource: Resource): Promise<readonly Phrase[]>;
}

export async function webhooksNow(client: Client, source: Source): Promise<Webhooks> {
  const demands = configurations.map((resource): Demand => ({ resource, scope: { of: "cluster" } }));
  const { readings } = await source.collect(demands);
  const snapshot: Snapshot = { ...source.start(), readings };
  const cluster = createCluster(snapshot);
  return {
    async dead(operation, resource) {
      const webhooks = webhooksFor(operation, resource, cluster);
      if (!webhooks.read) return [];
      const found: Phrase[] = [];
      for (const required of webhooks.items) {
        const why = await whyDead(required, client);
        if (why !== undefined) found.push(why);
      }
      return found;
    },
  };
}

function operationOf(write: Write): Operation {
  switch (write.do) {
    case "replace":
    case "patch":
      return "UPDATE";
    case "delete":
      return "DELETE";
    case "create":
      return "CREATE";
  }
}

async function whyDead(
  { webhook, configuration }: RequiredWebhook,
  client: Client,
): Promise<Phrase | undefined> {
  const { namespace, name } = webhook.clientConfig?.service ?? {};
  if (namespace === undefined || name === undefined) return undefined;
  if ((await readyEndpoints(namespace, name, client)) !== "none") return undefined;
  return say`Nobody, not even the controller, can make this change while webhook ${webhook.name ?? ""} (failurePolicy: Fail, in ${configuration.metadata.name}) is unreachable: service ${name} in namespace ${namespace} has no ready endpoint.`;
}

/** What could not be read counts for nothing: the dry run finds out. */
async function readyEndpoints(
  namespace: string,
  service: string,
  client: Client,
): Promise<"some" | "none" | "unread"> {
  const path = `/apis/discovery.k8s.io/v1/namespaces/${encodeURIComponent(namespace)}/endpointslices`;
  const { status, body } = await client.get(path, { labelSelector: `kubernetes.io/service-name=${service}` });
  const items = isRecord(body) ? own(body, "items") : undefined;
  if (status !== 200 || !Array.isArray(items)) return "unread";
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
