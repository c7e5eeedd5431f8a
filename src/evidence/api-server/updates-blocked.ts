import type { Cluster } from "../../cluster/index.ts";
import { webhooksForUpdate } from "../../controllers/index.ts";
import type { KubeObject } from "../../kubernetes/index.ts";
import { kindNamed, refOf } from "../../kubernetes/index.ts";
import { hint, refutation } from "../../report/index.ts";
import type { Answer } from "../answer.ts";
import { notLooked, weigh } from "../answer.ts";

interface Found {
  readonly webhooks?: readonly {
    readonly name: string;
    /** `service gatekeeper-webhook-service in gatekeeper-system`, or a URL. */
    readonly server: string;
  }[];
}

/**
 * Does an admission webhook block the updates of an object? A webhook with failurePolicy Fail for its kind makes that possible
 * and no more: its selectors may pass over the object, and it may well answer. Refuted where there is none.
 */
export function updatesBlocked(object: KubeObject, cluster: Cluster): Answer<Found> {
  const resource = kindNamed(object.apiVersion, object.kind)?.resource;
  if (resource === undefined) return weigh([]);
  const webhooks = webhooksForUpdate(resource, cluster);
  if (!webhooks.read) return notLooked(webhooks.unread);
  if (webhooks.items.length === 0)
    return weigh([], [refutation(object, "webhooks", "none with failurePolicy Fail")]);
  const found = webhooks.items.map(({ configuration, position, webhook }) => {
    const { service, url = "?" } = webhook.clientConfig ?? {};
    const server =
      service === undefined ? url : `service ${service.name ?? "?"} in ${service.namespace ?? "?"}`;
    const name = webhook.name ?? "a webhook";
    const observed = `Fail: ${name} is called before every update, at ${server}`;
    return {
      name,
      server,
      told: hint(refOf(configuration), `webhooks[${position}].failurePolicy`, observed),
    };
  });
  return { is: "possible", for: found.map(({ told }) => told), against: [], webhooks: found };
}
