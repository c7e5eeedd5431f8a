import assert from "node:assert/strict";
import type { IncomingMessage, ServerResponse } from "node:http";
import http from "node:http";
import https from "node:https";
import type { AddressInfo, Socket } from "node:net";
import { connect as dialTcp } from "node:net";
import type { TestContext } from "node:test";
import { test } from "node:test";
import type { LiveSurroundings } from "../../../src/connection/http/surroundings.ts";
import type { Certificate } from "../../support/fault-server/certificates.ts";
import { authority } from "../../support/fault-server/certificates.ts";
import { clusterFor, dial, failureOf, serve } from "../../support/fault-server/client.ts";
import { json } from "../../support/fault-server/reactions.ts";
import { kubeconfigFor } from "../../support/fault-server/surroundings.ts";

interface SeenProxy {
  readonly url: string;
  readonly seen: string[];
}

/**
 * A proxy that tunnels, and forwards nothing.
 *
 * @param refuse the status that it answers CONNECT with instead
 * @param certificate of an HTTPS proxy; unless given, it is one of HTTP
 */
async function proxy(t: TestContext, refuse?: number, certificate?: Certificate): Promise<SeenProxy> {
  const seen: string[] = [];
  const sockets = new Set<Socket>();
  const forward = (request: IncomingMessage, response: ServerResponse) => {
    seen.push(`${request.method} ${request.url} ${request.headers["proxy-authorization"] ?? ""}`.trim());
    response.writeHead(200, { "Content-Type": "application/json" }).end('{"kind":"Forwarded"}');
  };
  const server =
    certificate === undefined
      ? http.createServer(forward)
      : https.createServer({ cert: certificate.certificate, key: certificate.key }, forward);
  server.on("connection", (socket: Socket) => sockets.add(socket.on("error", () => {})));
  server.on("connect", (request, client: Socket) => {
    seen.push(`CONNECT ${request.url} ${request.headers["proxy-authorization"] ?? ""}`.trim());
    if (refuse !== undefined) return void client.end(`HTTP/1.1 ${refuse} No\r\n\r\n<html>sign in</html>`);
    const [host = "", port = ""] = (request.url ?? "").split(":");
    const upstream = dialTcp(Number(port), host, () => {
      client.write("HTTP/1.1 200 OK\r\n\r\n");
      upstream.pipe(client).pipe(upstream);
    });
    sockets.add(upstream.on("error", () => {}));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  server.on("tlsClientError", () => {});
  const scheme = certificate === undefined ? "http" : "https";
  return { url: `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
}

test("an HTTPS server is reached through a proxy's tunnel, and proven as without it", async (t) => {
  const server = await serve(t);
  server.on("/version", json({ kind: "Fine" }));
  const { url, seen } = await proxy(t);
  const withPassword = url.replace("//", "//me:s%40crt@");
  const { client } = await dial(t, clusterFor(server), { cluster: { "proxy-url": withPassword } });
  assert.equal((await client.get("/version")).status, 200);
  assert.equal((await client.get("/version")).status, 200);
  assert.deepEqual(seen, [
    `CONNECT 127.0.0.1:${server.port} Basic ${Buffer.from("me:s@crt").toString("base64")}`,
  ]);
  const stranger = await dial(t, { server: server.url }, { cluster: { "proxy-url": url } });
  assert.match(
    (await failureOf(stranger.client.get("/version"))).line,
    /certificate signed by unknown authority$/,
  );
});

test("an HTTP server is asked for through the proxy by its whole URL", async (t) => {
  const { url, seen } = await proxy(t);
  const { client } = await dial(t, { server: "http://shop.example:8001" }, { cluster: { "proxy-url": url } });
  assert.deepEqual((await client.get("/version")).body, { kind: "Forwarded" });
  assert.deepEqual(seen, ["GET http://shop.example:8001/version"]);
});

test("an HTTPS proxy is trusted as this computer trusts, whoever signed for the server", async (t) => {
  const server = await serve(t);
  server.on("/version", json({ kind: "Fine" }));
  const corporate = authority("corporate");
  const { url, seen } = await proxy(t, undefined, corporate.issue({ name: "proxy", hosts: ["127.0.0.1"] }));
  const through = { "proxy-url": url };
  const stranger = await dial(t, clusterFor(server), { cluster: through });
  assert.equal((await failureOf(stranger.client.get("/version"))).kind, "proxy");
  assert.deepEqual(seen, []);
  for (const [cluster, path] of [
    [clusterFor(server), `CONNECT 127.0.0.1:${server.port}`],
    [{ server: "http://shop.example:8001" }, "GET http://shop.example:8001/version"],
  ] as const) {
    const { client } = await dial(t, cluster, {
      cluster: through,
      surroundings: trusting(corporate, cluster, through),
    });
    assert.equal((await client.get("/version")).status, 200);
    assert.equal(seen.at(-1), path);
  }
});

/** A computer that trusts one more authority, in the file that `SSL_CERT_FILE` names. */
function trusting({ certificate }: Certificate, cluster: object, more: object): Partial<LiveSurroundings> {
  const kubeconfig = kubeconfigFor({ ...cluster, ...more });
  return {
    env: { SSL_CERT_FILE: "/etc/corporate.pem" },
    readFile: async (path) => ({
      state: "read",
      bytes: Buffer.from(path === "/etc/corporate.pem" ? certificate : kubeconfig),
    }),
  };
}

test("F11 a dead proxy is named, and not the server", async (t) => {
  const environment = await dial(
    t,
    { server: "https://10.255.0.1" },
    { surroundings: { env: { HTTPS_PROXY: "http://me:secret@127.0.0.1:1" } } },
  );
  const failure = await failureOf(environment.client.get("/version"));
  assert.equal(failure.kind, "proxy");
  assert.equal(
    failure.line,
    "Unable to connect to the server: the proxy http://127.0.0.1:1 (from HTTPS_PROXY) refused the connection",
  );
});

for (const [refusal, said] of [
  [407, "requires authentication"],
  [503, "answered 503"],
] as const) {
  test(`F13 a proxy that answers ${refusal}`, async (t) => {
    const { url } = await proxy(t, refusal);
    const { client } = await dial(
      t,
      { server: "https://10.255.0.1" },
      { cluster: { "proxy-url": url.replace("//", "//me:secret@") } },
    );
    const failure = await failureOf(client.get("/version"));
    assert.equal(failure.line, `Unable to connect to the server: the proxy ${url} (from proxy-url) ${said}`);
  });
}
