/** Admission webhooks that deny and that are not there. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import type { Answer } from "./answer.ts";
import { configMap } from "./manifests.ts";
import { mergePatch, newName, type Subject } from "./subject.ts";
import { denyingWebhook } from "./webhook-server.ts";

const configurations = "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations";
const webhook = "deny.example.com";

export function webhookTests(subject: Subject): void {
  /** Asks before the creation of each ConfigMap. Returns the path of the configuration. */
  async function register(context: TestContext, clientConfig: object): Promise<string> {
    const name = newName("webhook");
    const rule = { apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["configmaps"] };
    const options = { sideEffects: "None", admissionReviewVersions: ["v1"], failurePolicy: "Fail" };
    await subject.made(configurations, {
      apiVersion: "admissionregistration.k8s.io/v1",
      kind: "ValidatingWebhookConfiguration",
      metadata: { name },
      webhooks: [{ name: webhook, clientConfig, rules: [rule], ...options }],
    });
    context.after(() => subject.deleted(`${configurations}/${name}`));
    return `${configurations}/${name}`;
  }

  async function create(): Promise<Answer> {
    return await subject.ask("POST", subject.inside("configmaps"), { body: configMap(newName("config")) });
  }

  /** The server learns of a webhook a little later. */
  async function eventually(wanted: (answer: Answer) => boolean): Promise<Answer> {
    for (let tries = 0; ; tries++) {
      const answer = await create();
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
