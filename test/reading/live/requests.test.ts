import assert from "node:assert/strict";
import { test } from "../../support/fault-server/both-readers.ts";
import { clusterFor, dial, failureOf, serve } from "../../support/fault-server/client.ts";
import { late, packed, text } from "../../support/fault-server/reactions.ts";
import { ask, fine, ok } from "./support/ask.ts";

test("F56 --request-timeout is the limit of one request", async (t) => {
  const server = await serve(t, { tls: "off" });
  server.on("/a", late(2000, ok));
  server.on("/b", late(150, ok));
  const impatient = await dial(t, { server: server.url }, { flags: { requestTimeout: "50ms" } });
  assert.equal((await failureOf(impatient.client.get("/a"))).kind, "timeout");
  const patient = await dial(
    t,
    { server: server.url },
    { flags: { requestTimeout: "60s" }, surroundings: { limits: { headers: 100, request: 100 } } },
  );
  assert.equal((await patient.client.get("/b")).status, 200);
});

test("answers are asked for and unpacked as gzip, unless compression is off", async (t) => {
  const server = await serve(t, { tls: "off" });
  server.on("/a", (request, response, wire) =>
    (request.headers["accept-encoding"] === "gzip" ? packed(fine) : ok)(request, response, wire),
  );
  for (const [cluster, flags, expected] of [
    [{}, {}, "gzip"],
    [{ "disable-compression": true }, {}, undefined],
    [{}, { disableCompression: true }, undefined],
  ] as const) {
    const { client } = await dial(t, { server: server.url, ...cluster }, { flags });
    assert.deepEqual((await client.get("/a")).body, JSON.parse(fine));
    assert.equal(server.requests.at(-1)?.headers["accept-encoding"], expected);
  }
});

test("requests say who asks, for whom, and by what program", async (t) => {
  const server = await serve(t);
  server.on("/prefix/a", ok);
  const user = { token: "t", as: "bøb", "as-groups": ["g", "h"] };
  const { client } = await dial(t, { ...clusterFor(server), server: `${server.url}/prefix/` }, { user });
  await client.get("/a", { limit: 5, continue: "a b&c" });
  const [request] = server.requests;
  assert.equal(request?.method, "GET");
  assert.equal(request?.url, "/prefix/a?limit=5&continue=a+b%26c");
  assert.equal(request?.headers.authorization, "Bearer t");
  assert.equal(request?.headers["user-agent"], "kubectl-pvguard/0.0.0-test");
  assert.equal(Buffer.from(String(request?.headers["impersonate-user"]), "latin1").toString("utf8"), "bøb");
  const groups = request?.rawHeaders.flatMap((name, at, all) =>
    name === "Impersonate-Group" ? [all[at + 1]] : [],
  );
  assert.deepEqual(groups, ["g", "h"]);
});

test("a token that no header may hold is told without being shown", async (t) => {
  const server = await serve(t);
  const { client } = await dial(t, clusterFor(server), { user: { token: "se\ncret" } });
  const failure = await failureOf(client.get("/a"));
  assert.equal(failure.kind, "config");
  assert.doesNotMatch(failure.line, /cret/);
});

test("the request log grows with -v and never shows a credential", async (t) => {
  const server = await serve(t);
  server.on("/a", ok);
  const counts: number[] = [];
  for (const verbosity of [5, 6, 7, 8, 9]) {
    const { client, outside } = await dial(t, clusterFor(server), {
      user: { token: "s3cret" },
      surroundings: { verbosity },
    });
    await client.get("/a");
    counts.push(outside.logged.length);
    const log = outside.logged.join("\n");
    assert.doesNotMatch(log, /s3cret/);
    if (verbosity >= 6) assert.match(log, /GET https:\/\/127\.0\.0\.1:\d+\/a 200 in 0 milliseconds/);
    if (verbosity >= 7) assert.match(log, /Authorization: Bearer <masked>/);
    if (verbosity >= 9) assert.match(log, /Response Body: \{"kind":"Fine"/);
  }
  assert.equal(counts[0], 0);
  assert.deepEqual(
    counts,
    [...counts].sort((a, b) => a - b),
  );
});

test("warnings are collected once each, without those that hold control characters", async (t) => {
  const Warning = '299 - "a \\"b\\"", 299 - "c, d" "date", 199 - "other", 299 - "e\tf"';
  const { client } = await ask(t, text(fine, 200, { "Content-Type": "application/json", Warning }));
  await client.get("/a");
  await client.get("/a");
  assert.deepEqual([...client.warnings], ['a "b"', "c, d"]);
});

test("F68 the server's clock is compared with ours", async (t) => {
  const { client } = await ask(
    t,
    text(fine, 200, { "Content-Type": "application/json", Date: "Fri, 20 Nov 2026 12:05:00 GMT" }),
  );
  assert.equal(client.clockAhead(), undefined);
  await client.get("/a");
  assert.equal(client.clockAhead(), 300_000);
});
