/** What the server and the link say about how much may be asked of them. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Demand } from "../../../src/cluster/index.ts";
import { dial, serve } from "../../support/fault-server/client.ts";
import { openScripted } from "../../support/fault-server/cluster.ts";
import { list } from "../../support/fault-server/objects.ts";
import { json, late, status } from "../../support/fault-server/reactions.ts";
import { testTime } from "../../support/fault-server/surroundings.ts";

test("429 halves how much is asked at a time", async (t) => {
  const server = await serve(t, { tls: "off" });
  server.on("/busy", [status(429, "TooManyRequests", "later", {}, { "Retry-After": "1" }), json({})]);
  server.on("/slow", late(30, json({})));
  const { client } = await dial(t, { server: server.url });
  await client.get("/busy");
  await Promise.all(Array.from({ length: 6 }, () => client.get("/slow")));
  assert.equal(server.busiest(), 2);
});

for (const [inFlight, expected] of [
  [1, 1],
  [3, 3],
  [0, 1],
  [undefined, 4],
] as const) {
  test(`--max-inflight ${inFlight ?? "left out"}: ${expected} at a time`, async (t) => {
    const kinds = [
      "v1/nodes",
      "v1/namespaces",
      "v1/persistentvolumes",
      "v1/persistentvolumeclaims",
      "v1/events",
    ];
    const scripts = kinds.map((resource) => [`/api/${resource}`, late(30, list("X", []))] as const);
    const { cluster, server } = await openScripted(t, Object.fromEntries(scripts), {}, { inFlight });
    const demands = kinds.map((resource) => ({ resource, scope: { of: "cluster" } }) as Demand);
    await cluster.collect(demands).catch(() => {});
    assert.equal(server.busiest(), expected);
  });
}

test("on a fast link, answers are no longer asked for as gzip", async (t) => {
  const server = await serve(t, { tls: "off" });
  server.on("/large", json({ text: "x".repeat(5 * 1024 * 1024) }));
  let now = testTime;
  const ticking = { now: () => ++now };
  const { client } = await dial(t, { server: server.url }, { surroundings: ticking });
  await client.get("/large");
  await client.get("/large");
  assert.deepEqual(
    server.requests.map(({ headers }) => headers["accept-encoding"]),
    ["gzip", undefined],
  );
});
