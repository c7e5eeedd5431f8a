import assert from "node:assert/strict";
import type { Server } from "node:net";
import { createServer } from "node:net";
import { test } from "../../support/fault-server/both-readers.ts";
import { clusterFor, dial, failureOf, serve } from "../../support/fault-server/client.ts";
import { json, reset, status } from "../../support/fault-server/reactions.ts";

const ok = json({ kind: "Fine" });

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

async function deadPort(): Promise<number> {
  const server = createServer();
  const port = await listening(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}

test("F01 a refused connection is told in kubectl's words, and not tried again", async (t) => {
  const port = await deadPort();
  const { client, outside } = await dial(t, { server: `https://127.0.0.1:${port}` });
  assert.deepEqual(await failureOf(client.get("/version")), {
    kind: "refused",
    line: `The connection to the server 127.0.0.1:${port} was refused - did you specify the right host or port?`,
    hint: "Context x of the kubeconfig names this server.",
  });
  assert.deepEqual(outside.waits, []);
});

test("a server that a flag names is not said to be the context's", async (t) => {
  const server = `https://127.0.0.1:${await deadPort()}`;
  const { client } = await dial(t, { server: "https://127.0.0.1:9" }, { flags: { server } });
  assert.equal((await failureOf(client.get("/version"))).hint, "");
});

test("F02 a server that never speaks TLS runs into the time limit", async (t) => {
  const silent = createServer(() => {});
  const port = await listening(silent);
  t.after(() => silent.close());
  const { client } = await dial(
    t,
    { server: `https://127.0.0.1:${port}` },
    { surroundings: { limits: { handshake: 80 } } },
  );
  const failure = await failureOf(client.get("/version"));
  assert.equal(
    failure.line,
    `Unable to connect to the server: no TLS connection with 127.0.0.1:${port} within 0.08s`,
  );
  assert.equal(failure.kind, "unreachable");
});

test("F03 a host name that does not exist", async (t) => {
  const { client, outside } = await dial(
    t,
    { server: "https://no-such-host.invalid:6443" },
    { surroundings: { limits: { connect: 5000, request: 6000 } } },
  );
  const failure = await failureOf(client.get("/version"));
  assert.equal(failure.kind, "unresolved");
  assert.match(
    failure.line,
    /^Unable to connect to the server: the host name no-such-host\.invalid does not resolve/,
  );
  // A resolver that is itself unreachable says "try again", which is worth two more tries.
  assert.ok(outside.waits.length === 0 || failure.line.endsWith("(temporary)"));
});

test("F14 an IPv6 address", async (t) => {
  const server = await serve(t, { host: "::1" }).catch(() => undefined);
  if (server === undefined) return t.skip("this computer has no IPv6");
  server.on("/version", ok);
  assert.equal((await (await dial(t, clusterFor(server))).client.get("/version")).status, 200);
  const dead = await dial(t, { server: "https://[::1]:1" });
  assert.match((await failureOf(dead.client.get("/version"))).line, /the server \[::1\]:1 was refused/);
});

test("F15 a port that browsers block is only a port", async (t) => {
  const { client } = await dial(t, { server: "http://127.0.0.1:6000" });
  assert.equal((await failureOf(client.get("/version"))).kind, "refused");
});

test("F53 a reset before the answer is tried again, and not for ever", async (t) => {
  const server = await serve(t);
  server.on("/once", [reset, ok]);
  server.on("/always", reset);
  const { client, outside } = await dial(t, clusterFor(server));
  assert.equal((await client.get("/once")).status, 200);
  const failure = await failureOf(client.get("/always"));
  assert.equal(failure.kind, "broken");
  assert.equal(server.requests.filter((request) => request.url === "/always").length, 4);
  assert.ok(outside.waits.reduce((sum, wait) => sum + wait, 0) <= 20_000);
});

test("F67 a connection that the server closed between requests is replaced at once", async (t) => {
  const server = await serve(t);
  server.on("/a", [ok, reset, ok]);
  const { client, outside } = await dial(t, clusterFor(server));
  await client.get("/a");
  assert.equal((await client.get("/a")).status, 200);
  assert.deepEqual(outside.waits, [0]);
});

test("one connection serves many requests, and never more than four requests run", async (t) => {
  const server = await serve(t);
  server.on("/a", (request, response, wire) => void setTimeout(() => ok(request, response, wire), 15));
  const { client } = await dial(t, clusterFor(server));
  for (let round = 0; round < 3; round++) await client.get("/a");
  assert.equal(server.connections(), 1);
  await Promise.all(Array.from({ length: 20 }, () => client.get("/a")));
  assert.equal(server.busiest(), 4);
  assert.ok(server.connections() <= 4);
});

test("F30 401 is told in kubectl's words", async (t) => {
  const server = await serve(t);
  server.on("/version", status(401, "Unauthorized", "Unauthorized"));
  const { client } = await dial(t, clusterFor(server), { user: { token: "t" } });
  assert.deepEqual(await failureOf(client.get("/version")), {
    kind: "unauthorized",
    line: "error: You must be logged in to the server (Unauthorized)",
    hint: "",
  });
  assert.equal(server.requests.length, 1);
});

test("F29 after a 401 a plugin's fresh credential is tried once", async (t) => {
  const server = await serve(t);
  server.on("/a", (request, response, wire) => {
    const known = request.headers.authorization === "Bearer 2";
    (known ? ok : status(401, "Unauthorized", "Unauthorized"))(request, response, wire);
  });
  server.on("/never", status(401, "Unauthorized", "Unauthorized"));
  let runs = 0;
  const runPlugin = async () => {
    const answer = {
      kind: "ExecCredential",
      apiVersion: "client.authentication.k8s.io/v1",
      status: { token: String(++runs) },
    };
    return { ended: "exit", code: 0, output: Buffer.from(JSON.stringify(answer)) } as const;
  };
  const exec = { apiVersion: "client.authentication.k8s.io/v1", command: "p", interactiveMode: "Never" };
  const { client } = await dial(t, clusterFor(server), { user: { exec }, surroundings: { runPlugin } });
  const answers = await Promise.all([client.get("/a"), client.get("/a"), client.get("/a")]);
  assert.deepEqual(
    answers.map(({ status: code }) => code),
    [200, 200, 200],
  );
  assert.equal(runs, 2);
  assert.equal((await failureOf(client.get("/never"))).kind, "unauthorized");
  assert.equal(server.requests.filter((request) => request.url === "/never").length, 2);
});

test("a person's interruption ends a request at once", async (t) => {
  const server = await serve(t);
  server.on("/hang", () => {});
  const stop = new AbortController();
  const { client } = await dial(t, clusterFor(server), { surroundings: { signal: stop.signal } });
  const asked = failureOf(client.get("/hang"));
  setTimeout(() => stop.abort(), 30);
  assert.equal((await asked).kind, "interrupted");
});
