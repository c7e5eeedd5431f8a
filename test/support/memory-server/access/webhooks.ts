import { randomUUID } from "node:crypto";
import { request } from "node:https";
import type { ApiObject } from "../objects/api-object.ts";
import type { JsonObject } from "../objects/json.ts";
import { isObject, objectIn, textIn, textsIn } from "../objects/json.ts";
import type { ServedKind } from "../objects/kinds.ts";
import type { Refusal } from "../objects/refusal.ts";
import { refusal } from "../objects/refusal.ts";
import type { Store } from "../objects/store.ts";
import { prefixOf } from "../objects/store.ts";

interface Admission {
  readonly operation: "CREATE" | "UPDATE" | "DELETE";
  readonly kind: ServedKind;
  readonly object: ApiObject | undefined;
  readonly oldObject: ApiObject | undefined;
  readonly place: { readonly name: string; readonly namespace?: string | undefined };
  readonly dryRun: boolean;
}

const configurations = {
  group: "admissionregistration.k8s.io",
  plural: "validatingwebhookconfigurations",
};

/** Asks the validating webhooks that are registered by a `url`. Mutating ones are not modelled. */
export async function admit(store: Store, admission: Admission): Promise<void> {
  if (admission.kind.group === configurations.group) return;
  for (const [, configuration] of store.under(prefixOf(configurations))) {
    const webhooks = Array.isArray(configuration.webhooks) ? configuration.webhooks.filter(isObject) : [];
    for (const webhook of webhooks) if (isAbout(webhook, admission)) await ask(webhook, admission);
  }
}

function isAbout(webhook: JsonObject, { kind, operation }: Admission): boolean {
  const rules = Array.isArray(webhook.rules) ? webhook.rules : [];
  const version = kind.apiVersion.slice(kind.apiVersion.lastIndexOf("/") + 1);
  return rules.some(
    (rule) =>
      has(textsIn(rule, "operations"), operation) &&
      has(textsIn(rule, "apiGroups"), kind.group) &&
      has(textsIn(rule, "apiVersions"), version) &&
      has(textsIn(rule, "resources"), kind.plural),
  );
}

/** Compare kubernetes/apiserver pkg/admission/plugin/webhook/errors/statuserror.go `ToStatusErr` (v1.36). */
async function ask(webhook: JsonObject, admission: Admission): Promise<void> {
  const name = textIn(webhook, "name") ?? "";
  const response = await callOf(webhook, reviewOf(admission)).catch((problem: unknown) => {
    if (webhook.failurePolicy === "Ignore") return { allowed: true };
    throw failed(name, problem instanceof Error ? problem.message : "no answer");
  });
  if (response.allowed === true) return;
  const status = objectIn(response, "status");
  const denied = `admission webhook "${name}" denied the request`;
  const message = textIn(status, "message");
  const code = typeof status.code === "number" ? Math.max(400, status.code) : 400;
  throw refusal(
    code,
    textIn(status, "reason"),
    message === undefined ? `${denied} without explanation` : `${denied}: ${message}`,
  );
}

function failed(name: string, why: string): Refusal {
  const called = `failed calling webhook "${name}": failed to call webhook: ${why}`;
  return refusal(500, "InternalError", `Internal error occurred: ${called}`, {
    causes: [{ message: called }],
  });
}

function reviewOf({ operation, kind, object, oldObject, place, dryRun }: Admission): JsonObject {
  return {
    apiVersion: "admission.k8s.io/v1",
    kind: "AdmissionReview",
    request: {
      uid: randomUUID(),
      operation,
      resource: { group: kind.group, version: kind.apiVersion.split("/").at(-1), resource: kind.plural },
      ...place,
      object: object ?? null,
      oldObject: oldObject ?? null,
      dryRun,
    },
  };
}

async function callOf(webhook: JsonObject, review: JsonObject): Promise<JsonObject> {
  const client = objectIn(webhook, "clientConfig");
  const seconds = typeof webhook.timeoutSeconds === "number" ? webhook.timeoutSeconds : 10;
  const text = JSON.stringify(review);
  const answer = await new Promise<string>((resolve, reject) => {
    const sent = request(
      textIn(client, "url") ?? "",
      {
        method: "POST",
        ca: Buffer.from(textIn(client, "caBundle") ?? "", "base64"),
        timeout: seconds * 1000,
        agent: false,
        headers: { "content-type": "application/json", "content-length": Buffer.byteLength(text) },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () => resolve(Buffer.concat(chunks).toString("utf8")));
      },
    );
    sent.on("timeout", () => sent.destroy(new Error("context deadline exceeded")));
    sent.on("error", reject);
    sent.end(text);
  });
  return objectIn(JSON.parse(answer), "response");
}

function has(allowed: readonly string[], wanted: string): boolean {
  return allowed.includes("*") || allowed.includes(wanted);
}
