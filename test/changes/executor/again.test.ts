import assert from "node:assert/strict";
import { test } from "node:test";
import { openExecutor } from "../../../src/changes/executor/index.ts";
import { client } from "../../../src/connection/http/client.ts";
import type { Credentials } from "../../../src/connection/kubeconfig/index.ts";
import { connect } from "../../../src/connection/kubeconfig/index.ts";
import { ask } from "../../contract/requests.ts";
import { kubeconfigFor, liveSurroundings } from "../../support/fault-server/surroundings.ts";
import { testSurroundings } from "./support/edge.ts";
import { status } from "./support/middleman.ts";
import { volume, volumePath } from "./support/objects.ts";
import { item, now, plan } from "./support/plans.ts";
import { a, drop, removed, volumes } from "./support/removed.ts";
import { run, troubled } from "./support/subject.ts";

test("F82: after 429 with a time it is sent again, once the object was read and is the same", async (context) => {
  const busy = {
    answer: {
      ...status(429, "TooManyRequests", "busy"),
      headers: { "Retry-After": "1", "Content-Type": "application/json" },
    },
  };
  const told = await removed(context, [busy, busy, "passes"]);
  assert.deepEqual([told.status, told.puts, told.left], ["done", 3, "absent"]);
  assert.match(told.it.surroundings.notes().join(), /asks to retry in 1 second/);
  const methods = told.it.middleman.seen.map(({ method }) => method).join(" ");
  assert.match(methods, /PUT GET PUT GET PUT GET GET$/);
});

test("F82: 503 with a time likewise, and not for ever", async (context) => {
  const busy = { answer: { code: 503, headers: { "Retry-After": "1" }, body: "" } };
  const told = await removed(context, [busy]);
  assert.deepEqual([told.status, told.puts, told.left], ["refused", 4, "there"]);
});

test("F82: not when the server asks for longer than a person waits", async (context) => {
  const busy = { answer: { code: 503, headers: { "Retry-After": "3600" }, body: "" } };
  assert.deepEqual((await removed(context, [busy])).puts, 1);
});

test("F82: not when the object changed meanwhile", async (context) => {
  const it = await troubled(context, [volume([a])], testSurroundings());
  const step = now(drop, await it.raw(volumes), volumes);
  it.trouble(async () => {
    const body = { metadata: { labels: { rival: "yes" } } };
    await ask(it.server, "PATCH", volumePath, { type: "application/merge-patch+json", body });
    return { answer: { code: 429, headers: { "Retry-After": "1" }, body: "" } };
  });
  const [told] = await run(it, plan(item([step])));
  assert.equal(told?.status, "refused");
  assert.match(told?.detail ?? "", /was changed by another client/);
  assert.equal(it.middleman.seen.filter(({ method }) => method === "PUT").length, 1);
});

test("F29: after 401 the login is renewed, and the write goes out once more, since nothing was done", async (context) => {
  const it = await troubled(context, [volume([a])], testSurroundings());
  const step = now(drop, await it.raw(volumes), volumes);
  const refused = { answer: status(401, "Unauthorized", "Unauthorized") };
  it.trouble((_, count) => (count === 0 ? refused : "passes"));
  const outside = liveSurroundings(kubeconfigFor({ server: it.middleman.url }), { reader: "node" });
  let renewals = 0;
  const credentials: Credentials = {
    current: async () => ({ authorization: `Bearer number-${renewals}` }),
    async renew() {
      renewals++;
      return "renewed";
    },
  };
  const reader = client({ ...(await connect({}, outside)), credentials }, outside);
  reader.line.agents.for = async () => it.middleman.agent;
  context.after(() => reader.close());
  const executor = openExecutor(reader, testSurroundings());
  const [told] = await run({ executor }, plan(item([step])));
  const puts = it.middleman.seen.filter(({ method }) => method === "PUT").length;
  assert.deepEqual([told?.status, puts, renewals], ["done", 2, 1]);
});
