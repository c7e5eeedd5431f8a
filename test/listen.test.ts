/** The listening server of the process, over a real socket. */
import assert from "node:assert/strict";
import { once } from "node:events";
import http from "node:http";
import { connect } from "node:net";
import type { TestContext } from "node:test";
import { test } from "node:test";
import { gunzipSync } from "node:zlib";
import type { PageAnswer, PageRequest } from "../src/cli/index.ts";
import { listen } from "../src/listen.ts";

const long = Buffer.from("a long report ".repeat(500));
const page = (body: Buffer): PageAnswer => ({
  status: 200,
  headers: { "Content-Type": "text/plain; charset=utf-8" },
  body,
});
const pages = ({ path }: PageRequest): PageAnswer => page(path === "/long" ? long : Buffer.from(path));

async function server(context: TestContext, answer = pages) {
  const listening = await listen({ host: "127.0.0.1", port: 0 }, answer);
  const agent = new http.Agent({ keepAlive: true });
  context.after(async () => {
    agent.destroy();
    await listening.close();
  });
  const ask = async (path: string, options: http.RequestOptions = {}) => {
    const request = http.request(new URL(path, listening.url), { agent, ...options }).end();
    const [answer]: http.IncomingMessage[] = await once(request, "response");
    const pieces: Buffer[] = [];
    for await (const piece of answer as AsyncIterable<Buffer>) pieces.push(piece);
    return { status: answer?.statusCode, headers: answer?.headers ?? {}, body: Buffer.concat(pieces) };
  };
  return { listening, ask };
}

/** What a server says to these bytes, until it hangs up. */
async function raw(url: string, text: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  socket.on("error", () => {});
  socket.write(text);
  let said = "";
  for await (const piece of socket) said += piece;
  return said;
}

test("over the loopback, a page of another name cannot read it: its name may have been made to mean this machine", async (t) => {
  const { ask } = await server(t);
  for (const host of [
    "evil.example",
    "evil.example:8080",
    "localhost.evil.example",
    "127.0.0.1.evil.example",
    "[x]",
  ])
    assert.equal((await ask("/", { headers: { host } })).status, 403, host);
  for (const host of ["localhost", "LocalHost:8080", "127.0.0.1:8080", "10.1.2.3", "[::1]:8080", "[::1]"])
    assert.equal((await ask("/", { headers: { host } })).status, 200, host);
});

test("a request in the absolute form is answered like any other", async (t) => {
  const { listening } = await server(t);
  const said = (target: string) =>
    raw(listening.url, `GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
  assert.match(await said("http://localhost/metrics"), /\n\/metrics$/);
  assert.match(await said("http://localhost"), /\n\/$/);
  assert.match(await said("http://localhost?x"), /\n\/$/);
});

test("GET and HEAD are answered, without the query", async (t) => {
  const { ask } = await server(t);
  assert.equal((await ask("/metrics?x=1")).body.toString(), "/metrics");
  const head = await ask("/long", { method: "HEAD" });
  assert.deepEqual([head.status, head.body.length, head.headers["content-length"]], [200, 0, "7000"]);
});

test("every other method is refused, also with a body", async (t) => {
  const { ask } = await server(t);
  for (const method of ["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND"]) {
    const { status, headers } = await ask("/", { method });
    assert.deepEqual([status, headers.allow], [405, "GET, HEAD"], method);
  }
});

test("a browser is told to keep nothing, to guess nothing, and to show it in no other page", async (t) => {
  const { headers } = await (await server(t)).ask("/");
  assert.equal(headers["x-content-type-options"], "nosniff");
  assert.equal(headers["cache-control"], "no-store");
  assert.equal(headers["referrer-policy"], "no-referrer");
  assert.equal(headers["x-frame-options"], "DENY");
  assert.equal(headers["cross-origin-resource-policy"], "same-origin");
  assert.equal(headers["access-control-allow-origin"], undefined);
});

for (const [accepted, encoding] of [
  ["gzip", "gzip"],
  ["deflate, gzip;q=0.5", "gzip"],
  ["gzip;q=0", undefined],
  ["br", undefined],
] as const) {
  test(`Accept-Encoding: ${accepted}: ${encoding ?? "as it is"}`, async (t) => {
    const { ask } = await server(t);
    const { headers, body } = await ask("/long", { headers: { "accept-encoding": accepted } });
    assert.equal(headers["content-encoding"], encoding);
    assert.deepEqual(encoding === undefined ? body : gunzipSync(body), long);
    assert.match(headers.vary ?? "", /Accept-Encoding/);
  });
}

test("a type is accepted by its name alone", async (t) => {
  const { ask } = await server(t, ({ accepts }) =>
    page(Buffer.from(String(accepts("application/openmetrics-text")))),
  );
  const accepted = async (accept: string) => (await ask("/", { headers: { accept } })).body.toString();
  // As Prometheus 3 asks.
  assert.equal(
    await accepted("application/openmetrics-text;version=1.0.0;escaping=allow-utf-8;q=0.5,*/*;q=0.1"),
    "true",
  );
  assert.equal(await accepted("*/*"), "false");
  assert.equal(await accepted("text/plain, application/openmetrics-text;q=0.0"), "false");
});

test("what is no HTTP, or has headers without an end, is hung up on", async (t) => {
  const { listening } = await server(t);
  assert.match(await raw(listening.url, "hello\r\n\r\n"), /^HTTP\/1\.1 400 /);
  assert.match(
    await raw(listening.url, `GET / HTTP/1.1\r\nHost: x\r\nX: ${"a".repeat(9000)}\r\n\r\n`),
    / 431 /,
  );
});

test("a fault of ours ends one answer, and not the server", async (t) => {
  const { ask } = await server(t, ({ path }) => {
    if (path === "/") throw new Error("secret");
    return page(long);
  });
  const { status, body } = await ask("/");
  assert.deepEqual([status, body.toString()], [500, "internal error\n"]);
  assert.equal((await ask("/long")).status, 200);
});

test("an address that is taken is refused", async (t) => {
  const { listening } = await server(t);
  const port = Number(new URL(listening.url).port);
  await assert.rejects(listen({ host: "127.0.0.1", port }, pages), { code: "EADDRINUSE" });
});

test("when it ends, answers under way are finished, and connections that wait are closed", async (t) => {
  const { listening, ask } = await server(t);
  await ask("/long");
  const answer = ask("/long", { headers: { "accept-encoding": "gzip" } });
  const idle = connect(Number(new URL(listening.url).port), "127.0.0.1");
  idle.on("error", () => {});
  await once(idle, "connect");
  await new Promise((settle) => setTimeout(settle, 20));
  const begin = performance.now();
  await listening.close();
  assert.equal((await answer).status, 200);
  assert.ok(performance.now() - begin < 2000);
  await assert.rejects(ask("/", { agent: false }), { code: "ECONNREFUSED" });
});
