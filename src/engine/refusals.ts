import { webhooksForUpdate } from "../controllers/index.ts";
import { type Cluster, type Evidence, hint, type KubeObject, kindNamed, refOf } from "../model/index.ts";

/** What may refuse a controller's update of the object. What was not read is left out: it would only be a hint. */
export function possibleRefusals(object: KubeObject, cluster: Cluster): readonly Evidence[] {
  const resource = kindNamed(object.apiVersion, object.kind)?.resource;
  const webhooks = resource === undefined ? undefined : webhooksForUpdate(resource, cluster);
  if (webhooks?.read !== true) return [];
  return webhooks.items.map(({ configuration, position, webhook }) => {
    const { service, url } = webhook.clientConfig ?? {};
    const server =
      service === undefined ? url : `service ${service.name ?? "?"} in ${service.namespace ?? "?"}`;
    const observed = `Fail: ${webhook.name ?? "a webhook"} is called before every update, at ${server ?? "?"}`;
    return hint(refOf(configuration), `webhooks[${position}].failurePolicy`, observed);
  });
}
