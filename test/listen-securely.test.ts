/** The TLS server of the webhook, over a real socket: what it takes, what it refuses, and a certificate that is replaced. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import https from "node:https";
import { connect as connectPlainly } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { test } from "node:test";
import { connect } from "node:tls";
import type { PageAnswer, SecureRequest } from "../src/cli/index.ts";
import type { Phrase } from "../src/kubernetes/index.ts";
import { flatten } from "../src/kubernetes/index.ts";
import { listenSecurely } from "../src/listen-securely.ts";
import { authority } from "./support/fault-server/certificates.ts";

const issuer = authority("webhook");
const openMetrics = "application/openmetrics-text";
const echo = async (asked: SecureRequest): Promise<PageAnswer> => {
  const { path, is } = asked;
  const what = is === "posted" ? { length: asked.body.length } : { open: asked.accepts(openMetrics) };
  return {
    status: 200,
    headers: { "Content-Type": "application/json" },
    body: Buffer.from(JSON.stringify({ path, ...what })),
  };
};

async function server(context: TestContext, answer = echo, more: { readonly clientCa?: string } = {}) {
  const folder = mkdtempSync(join(tmpdir(), "pvguard-tls-"));
  const [certFile, keyFile, caFile] = ["tls.crt", "tls.key", "ca.crt"].map((name) => join(folder, name));
  const replace = (name: string) => {
    const { certificate, key } = issuer.issue({ name, hosts: ["127.0.0.1"] });
    writeFileSync(certFile ?? "", certificate);
    writeFileSync(keyFile ?? "", key);
  };
  replace("first");
  if (more.clientCa !== undefined) writeFileSync(caFile ?? "", more.clientCa);
  const said: string[] = [];
  const listening = await listenSecurely(
    {
      address: { host: "127.0.0.1", port: 0 },
      certFile: certFile ?? "",
      keyFile: keyFile ?? "",
      ...(more.clientCa === undefined || caFile === undefined ? {} : { clientCaFile: caFile }),
      tell: (line: Phrase) => said.push(flatten(line, (data) => data)),
    },
    answer,
  );
  context.after(async () => {
    await listening.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const ask = async (
    path: string,
    options: https.RequestOptions & { readonly session?: Buffer } = {},
    body = "",
  ) => {
    const headers = { "content-type": "application/json", ...options.headers };
    const all = { method: "POST", ca: issuer.certificate, agent: false, ...options, headers } as const;
    const request = https.request(new URL(path, listening.url), all);
    // The answer may come, and the connection end, before all of a long body was sent.
    request.on("error", () => {});
    request.end(body);
    const [incoming] = (await once(request, "response")) as [NodeJS.ReadableStream & { statusCode: number }];
    const pieces: Buffer[] = [];
    for await (const piece of incoming) pieces.push(Buffer.from(piece));
    return { status: incoming.statusCode, text: Buffer.concat(pieces).toString() };
  };
  return { url: listening.url, ask, replace, said, folder };
}

test("a GET and a POST of JSON are answered, and nothing else is", async (t) => {
  const { ask } = await server(t);
  assert.deepEqual(await ask("/validate?timeout=10s", {}, "{}"), {
    status: 200,
    text: '{"path":"/validate","length":2}',
  });
  assert.equal((await ask("/healthz", { method: "GET" })).status, 200);
  const accept = `${openMetrics};version=1.0.0;q=0.5,text/plain;q=0.4`;
  for (const [headers, open] of [
    [{ accept }, true],
    [{}, false],
  ] as const)
    assert.equal(
      (await ask("/metrics?x=1", { method: "GET", headers })).text,
      JSON.stringify({ path: "/metrics", open }),
    );
  for (const method of ["PUT", "HEAD"])
    assert.equal((await ask("/validate", { method }, method === "HEAD" ? "" : "{}")).status, 405, method);
  for (const type of ["text/plain", "application/x-www-form-urlencoded", ""])
    assert.equal((await ask("/validate", { headers: { "content-type": type } }, "{}")).status, 415, type);
  assert.equal(
    (await ask("/", { headers: { "content-type": "Application/JSON; charset=utf-8" } }, "{}")).status,
    200,
  );
});

test("a body that is too long is refused, whether it says so or not", async (t) => {
  const { ask } = await server(t, async () => assert.fail("it was read"));
  const long = "x".repeat(4 * 1024 ** 2 + 1);
  const answers = await Promise.allSettled([
    ask("/validate", { headers: { "content-length": String(long.length) } }, long),
    ask("/validate", { headers: { "transfer-encoding": "chunked" } }, long),
  ]);
  // The connection may end before all of it was sent.
  for (const answer of answers) if (answer.status === "fulfilled") assert.equal(answer.value.status, 413);
  const { ask: again } = await server(t);
  assert.equal((await again("/validate", {}, "x".repeat(4 * 1024 ** 2))).status, 200);
});

test("bytes that are no text, and an answer that fails, are told without a word of why", async (t) => {
  const { ask, url } = await server(t, async () => {
    throw new Error("secret");
  });
  assert.deepEqual(await ask("/validate", {}, "{}"), { status: 500, text: "internal error\n" });
  const socket = connect({ port: Number(new URL(url).port), host: "127.0.0.1", ca: issuer.certificate });
  await once(socket, "secureConnect");
  socket.write("POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n");
  socket.write(Buffer.from([0xff, 0xfe]));
  const [piece] = (await once(socket, "data")) as [Buffer];
  socket.destroy();
  assert.match(piece.toString(), /^HTTP\/1\.1 400 /);
});

test("a certificate that is replaced is used without a restart; one that cannot be used is told of", async (t) => {
  t.mock.timers.enable({ apis: ["setInterval"] });
  const { url, replace, said, folder } = await server(t);
  const nameNow = async () => {
    const socket = connect({ port: Number(new URL(url).port), host: "127.0.0.1", ca: issuer.certificate });
    await once(socket, "secureConnect");
    const { subject } = socket.getPeerCertificate();
    socket.destroy();
    return subject.CN;
  };
  const until = async (isSo: () => boolean) => {
    t.mock.timers.tick(10_000);
    for (let tries = 0; !isSo() && tries < 500; tries++)
      await new Promise((settle) => setTimeout(settle, 10));
  };
  assert.equal(await nameNow(), "first");
  replace("second");
  await until(() => said.length === 1);
  assert.equal(await nameNow(), "second");
  writeFileSync(join(folder, "tls.key"), "nothing");
  await until(() => said.length === 2);
  assert.match(said[1] ?? "", /^the new certificate cannot be used, and the one before is kept: /);
  assert.equal(await nameNow(), "second");
  t.mock.timers.reset();
});

test("files that cannot be read, or are no certificate, end it at once", async () => {
  const at = (certFile: string) => ({
    address: { host: "127.0.0.1", port: 0 },
    certFile,
    keyFile: certFile,
    tell: () => {},
  });
  await assert.rejects(
    listenSecurely(at("/nowhere/tls.crt"), echo),
    /a file of the certificate cannot be read/,
  );
  await assert.rejects(
    listenSecurely(at(import.meta.filename), echo),
    /the certificate or its key cannot be used/,
  );
});

test("where client certificates are asked for, a client without one is not answered", async (t) => {
  const clients = authority("clients");
  const { ask } = await server(t, echo, { clientCa: clients.certificate });
  assert.equal((await ask("/metrics", { method: "GET" })).status, 401);
  assert.equal((await ask("/validate", {}, "{}")).status, 401);
  assert.equal((await ask("/healthz", { method: "GET" })).status, 200, "the kubelet has no certificate");
  const { certificate, key } = clients.issue({ name: "api-server" });
  assert.equal((await ask("/validate", { cert: certificate, key }, "{}")).status, 200);
  const stranger = authority("strangers").issue({ name: "api-server" });
  const its = { cert: stranger.certificate, key: stranger.key };
  assert.equal((await ask("/validate", its, "{}")).status, 401);
});

test("a session that was begun without a certificate is not let in when it is resumed", async (t) => {
  const { url, ask } = await server(t, echo, { clientCa: authority("clients").certificate });
  const first = connect({ host: "127.0.0.1", port: Number(new URL(url).port), ca: issuer.certificate });
  const [session] = (await once(first, "session")) as [Buffer];
  first.destroy();
  assert.equal((await ask("/validate", { session }, "{}")).status, 401);
});

test("a client that connects and says nothing is closed before it can keep others out", async (t) => {
  const { url } = await server(t);
  const began = Date.now();
  const silent = connectPlainly({ host: "127.0.0.1", port: Number(new URL(url).port) });
  silent.on("error", () => {}).resume();
  await once(silent, "close");
  assert.ok(Date.now() - began < 20_000);
});

test("many connections of some API servers keep no other from being answered", async (t) => {
  const { url, ask } = await server(t);
  const port = Number(new URL(url).port);
  const idle = Array.from({ length: 100 }, () => connectPlainly({ host: "127.0.0.1", port }));
  t.after(() => {
    for (const each of idle) each.destroy();
  });
  await Promise.all(
    idle.map((each) =>
      once(
        each.on("error", () => {}),
        "connect",
      ),
    ),
  );
  assert.equal((await ask("/validate", { signal: AbortSignal.timeout(4000) }, "{}")).status, 200);
});
