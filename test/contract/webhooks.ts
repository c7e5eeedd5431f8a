/** Admission webhooks that deny, that do not answer and that are not there. */
import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import type { Answer } from "./answer.ts";
import { configMap } from "./manifests.ts";
import type { Subject } from "./subject.ts";
import { jsonPatch, mergePatch, newName } from "./subject.ts";
import { denyingWebhook, silentWebhook } from "./webhook-server.ts";

const configurations = "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations";
const webhook = "deny.example.com";

export function webhookTests(subject: Subject): void {
  /** Asks before each write of a ConfigMap, by default before its creation. Returns the path of the configuration. */
  async function register(
    context: TestContext,
    clientConfig: object,
    operation: "CREATE" | "UPDATE" | "DELETE" = "CREATE",
  ): Promise<string> {
    const name = newName("webhook");
    const rule = { apiGroups: [""], apiVersions: ["v1"], operations: [operation], resources: ["configmaps"] };
    const options = {
      sideEffects: "None",
      admissionReviewVersions: ["v1"],
      failurePolicy: "Fail",
      timeoutSeconds: 1,
    };
    await subject.made(configurations, {
      apiVersion: "admissionregistration.k8s.io/v1",
      kind: "ValidatingWebhookConfiguration",
      metadata: { name },
      webhooks: [{ name: webhook, clientConfig, rules: [rule], ...options }],
    });
    context.after(async () => {
      await subject.deleted(`${configurations}/${name}`);
      // The server learns of that a little later, too: until then it would refuse what the next test makes.
      await eventually(({ code }) => code === 201, create);
    });
    return `${configurations}/${name}`;
  }

  async function create(): Promise<Answer> {
    return await subject.ask("POST", subject.inside("configmaps"), { body: configMap(newName("config")) });
  }

  /** The server learns of a webhook a little later. */
  async function eventually(
    wanted: (answer: Answer) => boolean,
    write: () => Promise<Answer> = create,
  ): Promise<Answer> {
    for (let tries = 0; ; tries++) {
      const answer = await write();
      if (wanted(answer) || tries === 100) return answer;
      await sleep(100);
    }
  }

  for (const [which, code] of [
    ["that denies: 403 without a reason, and its words as they are", 403],
    ["that denies without a code: 400", undefined],
  ] as const) {
    test(`a webhook ${which}`, async (context) => {
      const message = "not \u001b[31mnow";
      const { url, authority } = await denyingWebhook(context, { message, code });
      await register(context, { url, caBundle: authority });
      const answer = await eventually(({ text }) => text.includes("denied the request"));
      assert.deepEqual([answer.code, answer.status.reason], [code ?? 400, undefined]);
      assert.equal(answer.status.message, `admission webhook "${webhook}" denied the request: ${message}`);
    });
  }

  const dryRun = "dryRun=All";
  const writes = {
    "a merge patch": (path: string) => subject.patch(`${path}?${dryRun}`, mergePatch, { data: { a: "b" } }),
    "a JSON patch of finalizers": (path: string) =>
      subject.patch(`${path}?${dryRun}`, jsonPatch, [{ op: "remove", path: "/metadata/finalizers" }]),
    "a PUT": (path: string) =>
      subject.ask("PUT", `${path}?${dryRun}`, { body: { ...configMap(nameIn(path)), data: { a: "b" } } }),
    "a DELETE": (path: string) => subject.ask("DELETE", `${path}?${dryRun}`),
  };
  for (const [what, write] of Object.entries(writes)) {
    test(`a webhook denies ${what}, also when it is tried only`, async (context) => {
      const path = `${subject.inside("configmaps")}/${newName("config")}`;
      const finalizers = ["example.com/hold"];
      await subject.made(subject.inside("configmaps"), configMap(nameIn(path), { finalizers }));
      const { url, authority } = await denyingWebhook(context, { message: "not now", code: 409 });
      await register(context, { url, caBundle: authority }, what === "a DELETE" ? "DELETE" : "UPDATE");
      const answer = await eventually(
        ({ code }) => code === 409,
        () => write(path),
      );
      assert.equal(answer.code, 409, answer.text);
      assert.equal(answer.status.message, `admission webhook "${webhook}" denied the request: not now`);
      assert.deepEqual((await subject.get(path)).object.metadata.finalizers, finalizers);
    });
  }

  test("a webhook that does not answer: 500 after its timeout, not a 504", async (context) => {
    const { url, authority } = await silentWebhook(context);
    await register(context, { url, caBundle: authority });
    const called = (answer: Answer) => answer.status.message?.includes("failed to call webhook") === true;
    const { code, status } = await eventually(called);
    assert.deepEqual([code, status.reason], [500, "InternalError"]);
    assert.match(status.message ?? "", /failed to call webhook: .*context deadline exceeded/);
  });

  test("a webhook that is not there: 500, unless its failure is to be ignored", async (context) => {
    const path = await register(context, { url: "https://127.0.0.1:1/validate" });
    const called = (answer: Answer) => answer.status.message?.includes("failed to call webhook") === true;
    const { code, status } = await eventually(called);
    assert.deepEqual([code, status.reason], [500, "InternalError"]);
    const words = `Internal error occurred: failed calling webhook "${webhook}": failed to call webhook: `;
    assert.ok(status.message?.startsWith(words), status.message);

    const { webhooks } = (await subject.get(path)).object as { readonly webhooks?: readonly object[] };
    const lenient = webhooks?.map((each) => ({ ...each, failurePolicy: "Ignore" }));
    assert.equal((await subject.patch(path, mergePatch, { webhooks: lenient })).code, 200);
    assert.equal((await eventually((answer) => answer.code === 201)).code, 201);
  });
}

function nameIn(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
