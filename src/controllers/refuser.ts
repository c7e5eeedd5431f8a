import { type Cluster, type Holder, type Namespace, refOf } from "../model/index.ts";
import { configurationsWith } from "./admission-webhooks.ts";
import { type Refusal, refusedIn } from "./namespace-refusal.ts";

const group = "admissionregistration.k8s.io/v1";
const kinds: readonly string[] = [
  "ValidatingAdmissionPolicy",
  "ValidatingWebhookConfiguration",
  "MutatingWebhookConfiguration",
];

/**
 * What has to be changed for it: a policy, or the configuration of the webhook. Where that is not known, the namespace
 * controller has to get through.
 */
export function refuserOf({ by }: Refusal, cluster: Cluster): Holder {
  if ("policy" in by)
    return { object: { apiVersion: group, kind: "ValidatingAdmissionPolicy", name: by.policy } };
  const found = configurationsWith(by.webhook, cluster);
  const [only, ...others] = found.read ? found.items : [];
  return only === undefined || others.length > 0 ? notNamed : { object: refOf(only) };
}

/** Where no policy or webhook is named. */
export const notNamed: Holder = { controller: "namespace-controller" };

/** Whether that is what keeps something in this namespace from being deleted. */
export function refuses(holder: Holder, namespace: Namespace): boolean {
  if (refusedIn(namespace) === undefined) return false;
  if ("controller" in holder) return holder.controller === "namespace-controller";
  return "object" in holder && holder.object.apiVersion === group && kinds.includes(holder.object.kind);
}
