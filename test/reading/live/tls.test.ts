import assert from "node:assert/strict";
import { test } from "../../support/fault-server/both-readers.ts";
import { authority } from "../../support/fault-server/certificates.ts";
import { clusterFor, dial, failureOf, serve } from "../../support/fault-server/client.ts";
import { json, text } from "../../support/fault-server/reactions.ts";
import { testAuthority } from "../../support/fault-server/server.ts";
import { base64 } from "../../support/fault-server/surroundings.ts";

const ok = json({ kind: "Fine" });

test("F05 a certificate of another authority, with and without one of our own", async (t) => {
  const server = await serve(t);
  const other = authority("other");
  const wrong = await dial(t, {
    server: server.url,
    "certificate-authority-data": base64(other.certificate),
  });
  const none = await dial(t, { server: server.url });
  for (const [{ client }, hint] of [
    [wrong, /certificate-authority of cluster c did not sign this server's certificate/],
    [none, /^No certificate-authority is set for cluster c,/],
  ] as const) {
    const failure = await failureOf(client.get("/version"));
    assert.equal(failure.kind, "untrusted");
    assert.equal(
      failure.line,
      "Unable to connect to the server: tls: failed to verify certificate: x509: certificate signed by unknown authority",
    );
    assert.match(failure.hint, hint);
    assert.doesNotMatch(failure.hint, /insecure/);
  }
  assert.equal(server.requests.length, 0);
});

test("F06 a certificate for another name, and tls-server-name for it", async (t) => {
  const certificate = testAuthority.issue({ name: "s", hosts: ["api.shop", "10.0.0.1"] });
  const server = await serve(t, { certificate });
  server.on("/version", ok);
  const failure = await failureOf((await dial(t, clusterFor(server))).client.get("/version"));
  assert.equal(
    failure.line,
    "Unable to connect to the server: tls: failed to verify certificate: x509: certificate is valid for api.shop, 10.0.0.1, not 127.0.0.1",
  );
  assert.match(failure.hint, /tls-server-name/);
  for (const tlsServerName of ["api.shop", "10.0.0.1"]) {
    const { client } = await dial(t, clusterFor(server), { flags: { tlsServerName } });
    assert.equal((await client.get("/version")).status, 200);
  }
});

test("A46 the environment cannot switch the proof off", async (t) => {
  const server = await serve(t);
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0";
  t.after(() => {
    delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
  });
  const { client } = await dial(t, { server: server.url });
  assert.equal((await failureOf(client.get("/version"))).kind, "untrusted");
  assert.equal(server.requests.length, 0);
});

for (const [what, from, until, said] of [
  ["expired", -2, -1, "it has expired"],
  ["not yet valid", 1, 2, "it is not yet valid"],
] as const) {
  test(`F07 a certificate that is ${what}`, async (t) => {
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
    const certificate = testAuthority.issue({
      name: "s",
      hosts: ["127.0.0.1"],
      from: inDays(from),
      until: inDays(until),
    });
    const server = await serve(t, { certificate });
    const failure = await failureOf((await dial(t, clusterFor(server))).client.get("/version"));
    assert.equal(failure.kind, "untrusted");
    assert.ok(
      failure.line.endsWith(`x509: certificate has expired or is not yet valid: ${said}`),
      failure.line,
    );
    assert.equal(failure.hint, "This computer's clock reads 2026-11-20T12:00:00.000Z.");
  });
}

test("F08 an expired client certificate is recognised here, where the server only refuses it", async (t) => {
  const clients = authority("clients");
  const server = await serve(t, { clients });
  const old = clients.issue({
    name: "u",
    until: new Date("2026-11-19T00:00:00Z"),
    from: new Date("2026-01-01T00:00:00Z"),
  });
  const user = { "client-certificate-data": base64(old.certificate), "client-key-data": base64(old.key) };
  const failure = await failureOf((await dial(t, clusterFor(server), { user })).client.get("/version"));
  assert.equal(failure.hint, "The client certificate of user u expired at 2026-11-19T00:00:00.000Z.");
});

test("a client certificate logs in", async (t) => {
  const clients = authority("clients");
  const server = await serve(t, { clients });
  server.on("/version", ok);
  const { certificate, key } = clients.issue({ name: "u" });
  const user = { "client-certificate-data": base64(certificate), "client-key-data": base64(key) };
  assert.equal((await (await dial(t, clusterFor(server), { user })).client.get("/version")).status, 200);
});

test("F09 http:// to an HTTPS port, as Go and as Node answer it", async (t) => {
  const go = await serve(t, { tls: "off" });
  go.on("/version", text("Client sent an HTTP request to an HTTPS server.\n", 400));
  const node = await serve(t);
  for (const server of [go, node]) {
    const { client } = await dial(t, { server: `http://127.0.0.1:${server.port}` });
    const failure = await failureOf(client.get("/version"));
    if (server === go) {
      assert.equal(
        failure.line,
        `Unable to connect to the server: 127.0.0.1:${server.port} requires HTTPS, but the kubeconfig has http`,
      );
    }
    assert.ok(["protocol", "broken"].includes(failure.kind), failure.kind);
  }
});

test("https:// to an HTTP port", async (t) => {
  const server = await serve(t, { tls: "off" });
  const { client } = await dial(t, { server: `https://127.0.0.1:${server.port}` });
  assert.equal(
    (await failureOf(client.get("/version"))).line,
    "Unable to connect to the server: http: server gave HTTP response to HTTPS client",
  );
});

test("a plain http:// server is read, as kubectl proxy needs it", async (t) => {
  const server = await serve(t, { tls: "off" });
  server.on("/version", ok);
  const { client } = await dial(t, { server: server.url });
  assert.deepEqual((await client.get("/version")).body, { kind: "Fine" });
});

test("F10 insecure-skip-tls-verify is obeyed", async (t) => {
  const server = await serve(t);
  server.on("/version", ok);
  const { client } = await dial(t, { server: server.url, "insecure-skip-tls-verify": true });
  assert.equal((await client.get("/version")).status, 200);
});
