/** A step that comes after another one on the same object is asked about before anything is changed, too. */
import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { test } from "node:test";
import { isPreview, scenarioSession } from "../../support/fix/session.ts";
import type { ApiAnswer, ApiRequest } from "../../support/memory-server/index.ts";

const fix = ["fix", "pv/backup-pv", "--remedy", "release-claim-ref"];

interface Step {
  readonly when: string;
  readonly said: readonly { readonly status: string; readonly detail: string }[];
}

async function asked(context: TestContext, instead?: (request: ApiRequest) => ApiAnswer | undefined) {
  const opened = await scenarioSession(
    context,
    "k01-claim-made-again-delete",
    instead === undefined ? {} : { instead },
  );
  const { out, code } = await opened.run([...fix, "--dry-run=server", "-o=json"]);
  const plan = JSON.parse(out) as { readonly items: readonly { readonly steps: readonly Step[] }[] };
  return { opened, code, steps: plan.items[0]?.steps ?? [] };
}

test("the server is asked about it together with the steps before it", async (context) => {
  const previews: string[] = [];
  const { code, steps } = await asked(context, (request) => {
    if (isPreview(request)) previews.push(request.body);
    return undefined;
  });
  assert.equal(code, 0);
  assert.deepEqual(
    steps.map(({ when, said }) => [when, said.map(({ status }) => status)]),
    [
      ["now", ["allowed"]],
      ["later", ["allowed"]],
    ],
  );
  assert.match(steps[1]?.said[0]?.detail ?? "", /together with the steps before it/);
  const [first = "", second = ""] = previews;
  assert.ok(!first.includes("claimRef"));
  assert.ok(second.includes("claimRef") && second.includes('"Retain"'), second);
});

test("where it would be refused nothing is begun", async (context) => {
  const message = 'admission webhook "guard.example.com" denied the request: no other claims';
  const body = { kind: "Status", apiVersion: "v1", metadata: {}, status: "Failure", code: 403, message };
  const denied = (request: ApiRequest) =>
    isPreview(request) && request.body.includes("claimRef") ? { code: 403, body } : undefined;
  const { opened, code, steps } = await asked(context, denied);
  assert.equal(code, 5);
  assert.equal(steps[1]?.said[0]?.status, "refused");
  const planned = await opened.run([...fix, "--dry-run", "-o=json"]);
  const { digest } = JSON.parse(planned.out) as { readonly digest: string };
  const ran = await opened.run([...fix, "--accept", "OldDataReadable", "--confirm", digest]);
  assert.equal(ran.code, 5, ran.out);
  assert.match(ran.out, /no other claims/);
  assert.deepEqual(opened.writes(), []);
});
