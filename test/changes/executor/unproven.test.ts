import assert from "node:assert/strict";
import { test } from "node:test";
import { ask } from "../../contract/requests.ts";
import { testSurroundings } from "./support/edge.ts";
import { status } from "./support/middleman.ts";
import { volume, volumePath } from "./support/objects.ts";
import { item, now, plan } from "./support/plans.ts";
import { a, answers, drop, removed, volumes } from "./support/removed.ts";
import { run, troubled } from "./support/subject.ts";

for (const [fate, statusThen, left] of [
  ["lost-after", "done", "absent"],
  ["lost-then-done", "done", "absent"],
  ["lost-before", "unproven", "there"],
  ["hangs", "unproven", "there"],
] as const) {
  test(`F83: a write that ${fate} is resolved by reading, and never sent again`, async (context) => {
    const told = await removed(context, [fate]);
    assert.deepEqual([told.status, told.puts, told.left], [statusThen, 1, left]);
    assert.equal(told.check, statusThen === "unproven" ? "kubectl get persistentvolumes disk -o yaml" : "");
  });
}

for (const code of [500, 502, 504]) {
  const gateway = { code, headers: { "Content-Type": "text/html" }, body: "<html>gateway</html>" };
  test(`F83: ${code} after it was done is a success`, async (context) => {
    const told = await removed(context, [{ doneAndAnswer: gateway }]);
    assert.deepEqual([told.status, told.puts, told.left], ["done", 1, "absent"]);
    assert.match(told.detail, /^The server did not confirm it, but the request was carried out|it was done/);
  });
  test(`F83: ${code} before it was done is not proven`, async (context) => {
    const told = await removed(context, [{ answer: gateway }]);
    assert.deepEqual([told.status, told.puts, told.left], ["unproven", 1, "there"]);
  });
}

test("F83: the object that changed while nobody answered cannot be changed by the request any more", async (context) => {
  const it = await troubled(context, [volume([a])], testSurroundings());
  const step = now(drop, await it.raw(volumes), volumes);
  it.trouble(async () => {
    const body = { metadata: { labels: { rival: "yes" } } };
    await ask(it.server, "PATCH", volumePath, { type: "application/merge-patch+json", body });
    return "lost-before" as const;
  });
  const [told] = await run(it, plan(item([step])));
  assert.equal(told?.status, "refused");
  assert.match(told?.detail ?? "", /The request was not carried out, and cannot be carried out now/);
});

test("F84: 200 and nothing changed is no success", async (context) => {
  const told = await removed(context, [{ answer: { code: 200, headers: {}, body: "{}" } }]);
  assert.deepEqual([told.status, told.puts], ["unproven", 1]);
  assert.match(told.detail, /^The server accepted the request, but the object has not changed\.$/);
});

test("F84: 200 and something else changed is no success either", async (context) => {
  const it = await troubled(context, [volume([a])], testSurroundings());
  const step = now(drop, await it.raw(volumes), volumes);
  it.trouble(async () => {
    const body = { metadata: { labels: { rival: "yes" } } };
    await ask(it.server, "PATCH", volumePath, { type: "application/merge-patch+json", body });
    return { answer: { code: 200, headers: {}, body: "{}" } };
  });
  const [told] = await run(it, plan(item([step])));
  assert.equal(told?.status, "unproven");
  assert.match(told?.detail ?? "", /^The server accepted the request, but: .*was changed by another client/);
});

test("S18: the answer's Audit-Id is in the journal", async (context) => {
  const answer = {
    ...status(403, "Forbidden", "no"),
    headers: { "Content-Type": "application/json", "Audit-Id": "audit-7" },
  };
  const { it } = await removed(context, answers(answer));
  const [intent, result] = it.surroundings.journal();
  assert.deepEqual(
    [intent?.event, result?.event, result?.auditId, result?.code],
    ["intent", "result", "audit-7", 403],
  );
});

test("S20: a fault of pvguard after the write is not proven, and how to look is said", async (context) => {
  const surroundings = testSurroundings({
    tell: ({ told }) => {
      if (told === "note") throw new Error("a fault");
    },
  });
  const it = await troubled(context, [volume([a])], surroundings);
  const step = now(drop, await it.raw(volumes), volumes);
  it.trouble(() => "lost-after");
  const [told] = await run(it, plan(item([step])));
  assert.deepEqual(told, {
    status: "unproven",
    detail: "pvguard itself failed, and the request may have been carried out: a fault",
    check: "kubectl get persistentvolumes disk -o yaml",
  });
  assert.equal(surroundings.journal().at(-1)?.status, "unknown");
});
