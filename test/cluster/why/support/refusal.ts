import assert from "node:assert/strict";
import { newName } from "../../support/e2e.ts";
import { eventually } from "../../support/eventually.ts";
import type { World } from "./world.ts";

const group = "admissionregistration.k8s.io/v1";

export type Kept = "pods" | "persistentvolumeclaims";
type Operation = "DELETE" | "UPDATE";

/** Where a webhook answers, as a configuration says it. */
interface Server {
  readonly url: string;
  readonly caBundle?: string;
}

/** Objects that refuse, all of one name. */
export interface Refuser {
  readonly name: string;
  letPass(): Promise<void>;
}

/** Denies the deletion of objects of this kind in the namespace. */
export async function policyThatKeeps(plural: Kept, world: World): Promise<Refuser> {
  const name = newName(`keep-${plural}`);
  const metadata = { name };
  const policy = {
    apiVersion: group,
    kind: "ValidatingAdmissionPolicy",
    metadata,
    spec: {
      failurePolicy: "Fail",
      matchConstraints: { resourceRules: [ruleOn(plural, "DELETE")], namespaceSelector: inside(world) },
      validations: [{ expression: "false", message: `${plural} are kept, as agreed` }],
    },
  };
  const binding = {
    apiVersion: group,
    kind: "ValidatingAdmissionPolicyBinding",
    metadata,
    spec: { policyName: name, validationActions: ["Deny"] },
  };
  await post("validatingadmissionpolicies", policy, world);
  await post("validatingadmissionpolicybindings", binding, world);
  return refuser(name, ["validatingadmissionpolicybindings", "validatingadmissionpolicies"], world);
}

/** The API server calls this webhook before it deletes, or changes, an object of this kind in the namespace. */
export async function webhookThatKeeps(
  plural: Kept,
  world: World,
  clientConfig: Server,
  operation: Operation = "DELETE",
): Promise<Refuser> {
  const name = newName(`keep-${plural}`);
  const webhook = {
    name: `${name}.example.com`,
    clientConfig,
    rules: [ruleOn(plural, operation)],
    namespaceSelector: inside(world),
    failurePolicy: "Fail",
    sideEffects: "None",
    admissionReviewVersions: ["v1"],
    timeoutSeconds: 2,
  };
  const kind = "ValidatingWebhookConfiguration";
  await post(
    "validatingwebhookconfigurations",
    { apiVersion: group, kind, metadata: { name }, webhooks: [webhook] },
    world,
  );
  return refuser(name, ["validatingwebhookconfigurations"], world);
}

function ruleOn(plural: Kept, operation: Operation): object {
  return { apiGroups: [""], apiVersions: ["v1"], operations: [operation], resources: [plural] };
}

function inside({ namespace }: World): object {
  return { matchLabels: { "kubernetes.io/metadata.name": namespace } };
}

async function post(plural: string, object: object, { api }: World): Promise<void> {
  const { status, body } = await api.send("POST", `/apis/${group}/${plural}`, object);
  assert.equal(status, 201, body);
}

function refuser(name: string, kinds: readonly string[], { api }: World): Refuser {
  return {
    name,
    async letPass() {
      for (const plural of kinds) await api.remove(`${group}/${plural}`, { name });
    },
  };
}

/** An API server takes a moment to hear of what refuses. */
export async function untilKept(plural: Kept, name: string, { api, namespace }: World): Promise<void> {
  const path = `/api/v1/namespaces/${namespace}/${plural}/${name}`;
  await eventually(`${plural} are kept`, async () => {
    const { status } = await api.send("DELETE", path, { dryRun: ["All"] });
    return status >= 400 ? true : undefined;
  });
}

export async function untilUnchanged(plural: Kept, name: string, { api, namespace }: World): Promise<void> {
  const path = `/api/v1/namespaces/${namespace}/${plural}/${name}?dryRun=All`;
  await eventually(`${plural} are not changed`, async () => {
    const change = { metadata: { labels: { a: "b" } } };
    const { status } = await api.send("PATCH", path, change, "application/merge-patch+json");
    return status >= 400 ? true : undefined;
  });
}
