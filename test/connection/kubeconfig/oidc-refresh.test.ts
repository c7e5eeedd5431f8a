/** Tokens that an identity provider refreshes, over TLS, for a caller that can prove to be the client. */
import assert from "node:assert/strict";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { TestContext } from "node:test";
import { test } from "node:test";
import { authProvider } from "../../../src/connection/kubeconfig/auth-provider.ts";
import type { Phrase } from "../../../src/kubernetes/index.ts";
import { flatten } from "../../../src/kubernetes/index.ts";
import { serve } from "../../support/fault-server/client.ts";
import { json } from "../../support/fault-server/reactions.ts";
import { base64 } from "../../support/fault-server/surroundings.ts";
import type { Pretended } from "./pretend.ts";
import { failureOf, pretend } from "./pretend.ts";

const encoded = (claims: object) => Buffer.from(JSON.stringify(claims)).toString("base64url");

interface Asked {
  readonly authorization: string | undefined;
  readonly body: string;
}

interface Provider {
  readonly authority: string;
  readonly config: Readonly<Record<string, string>>;
  readonly token: string;
  /** Of each request for tokens. */
  readonly asked: readonly Asked[];
}

/** @param grants whether a request for tokens is granted, and what is answered else */
async function provider(
  t: TestContext,
  {
    metadata = {},
    refusal = () => undefined,
    answer = {},
  }: {
    readonly metadata?: object;
    readonly refusal?: (asked: Asked) => { readonly status: number; readonly body: object } | undefined;
    readonly answer?: object;
  } = {},
): Promise<Provider> {
  const server = await serve(t);
  const issuer = server.url;
  const now = Math.floor(Date.now() / 1000);
  const claims = { iss: issuer, sub: "kim", aud: "kubernetes", iat: now, exp: now + 3600 };
  const token = `${encoded({ alg: "RS256" })}.${encoded(claims)}.c2ln`;
  const asked: Asked[] = [];
  server.on(
    "/.well-known/openid-configuration",
    json({ issuer, token_endpoint: `${issuer}/token`, jwks_uri: `${issuer}/keys`, ...metadata }),
  );
  server.on("/token", (request: IncomingMessage, response: ServerResponse) => {
    const pieces: Buffer[] = [];
    request.on("data", (piece: Buffer) => pieces.push(piece));
    request.on("end", () => {
      const one = { authorization: request.headers.authorization, body: Buffer.concat(pieces).toString() };
      asked.push(one);
      const refused = refusal(one);
      response.writeHead(refused?.status ?? 200, { "Content-Type": "application/json" });
      const granted = { access_token: "a", token_type: "bearer", id_token: token, refresh_token: "r2" };
      response.end(JSON.stringify(refused?.body ?? { ...granted, ...answer }));
    });
  });
  const config = { "idp-issuer-url": issuer, "client-id": "kubernetes", "refresh-token": "r1" };
  return { authority: server.authority, config, token, asked };
}

function oidc(config: Readonly<Record<string, string>>, facts: Pretended = {}) {
  const entry = { name: "oidc", config: new Map(Object.entries(config)) };
  return authProvider(entry, pretend({ now: Date.now, ...facts }));
}

const trusting = ({ authority }: Provider) => ({ "idp-certificate-authority-data": base64(authority) });
const basic = (secret: string) => `Basic ${Buffer.from(`kubernetes:${secret}`).toString("base64")}`;
const failed = "Unable to connect to the server: failed to refresh token: ";

test("the authority of the provider can stand in the kubeconfig", async (t) => {
  const idp = await provider(t);
  const { authorization } = await oidc({ ...idp.config, ...trusting(idp) }).current();
  assert.equal(authorization, `Bearer ${idp.token}`);
  assert.deepEqual(idp.asked, [
    { authorization: undefined, body: "refresh_token=r1&grant_type=refresh_token&client_id=kubernetes" },
  ]);
});

test("or in a file that it names", async (t) => {
  const idp = await provider(t);
  const config = { ...idp.config, "idp-certificate-authority": "/etc/idp.pem" };
  const there = oidc(config, { files: { "/etc/idp.pem": idp.authority } });
  assert.equal((await there.current()).authorization, `Bearer ${idp.token}`);
  const missing = await failureOf(oidc(config).current());
  assert.equal(
    missing.line,
    `error: unable to read idp-certificate-authority /etc/idp.pem for ${idp.config["idp-issuer-url"]} due to open /etc/idp.pem: no such file or directory`,
  );
});

test("else it is one that this computer trusts", async (t) => {
  const idp = await provider(t);
  const env = { SSL_CERT_FILE: "/etc/corporate.pem" };
  const there = oidc(idp.config, { env, files: { "/etc/corporate.pem": idp.authority } });
  assert.equal((await there.current()).authorization, `Bearer ${idp.token}`);
});

test("a provider that nobody trusted signed for is not told the token", async (t) => {
  const idp = await provider(t);
  const { line } = await failureOf(oidc(idp.config).current());
  assert.ok(line.startsWith(failed) && line.includes("certificate"), line);
  assert.deepEqual(idp.asked, []);
});

test("the secret of the client is sent as a password", async (t) => {
  const idp = await provider(t);
  await oidc({ ...idp.config, ...trusting(idp), "client-secret": "s3" }).current();
  assert.deepEqual(
    idp.asked.map(({ authorization }) => authorization),
    [basic("s3")],
  );
});

test("or among the parameters, where the provider takes it only there", async (t) => {
  const metadata = { token_endpoint_auth_methods_supported: ["client_secret_post"] };
  const idp = await provider(t, { metadata });
  await oidc({ ...idp.config, ...trusting(idp), "client-secret": "s3" }).current();
  assert.deepEqual(idp.asked, [
    {
      authorization: undefined,
      body: "refresh_token=r1&grant_type=refresh_token&client_id=kubernetes&client_secret=s3",
    },
  ]);
});

test("a provider that says nothing of it, and refuses the password, is asked the other way", async (t) => {
  const refusal = ({ authorization }: Asked) =>
    authorization === undefined ? undefined : { status: 401, body: { error: "invalid_client" } };
  const idp = await provider(t, { refusal });
  const { authorization } = await oidc({ ...idp.config, ...trusting(idp), "client-secret": "s3" }).current();
  assert.equal(authorization, `Bearer ${idp.token}`);
  assert.deepEqual(
    idp.asked.map(({ body }) => body.includes("client_secret=s3")),
    [false, true],
  );
});

test("a refusal is told in the provider's words, and asked for once", async (t) => {
  const body = { error: "invalid_grant", error_description: "Token is not active" };
  const idp = await provider(t, { refusal: () => ({ status: 400, body }) });
  const { kind, line } = await failureOf(
    oidc({ ...idp.config, ...trusting(idp), "client-secret": "s3" }).current(),
  );
  assert.equal(kind, "credentials");
  assert.equal(line, `${failed}oauth2: "invalid_grant" "Token is not active"`);
  assert.equal(idp.asked.length, 1);
});

test("an answer without an id_token is no login", async (t) => {
  const idp = await provider(t, { answer: { id_token: undefined } });
  const { line } = await failureOf(oidc({ ...idp.config, ...trusting(idp) }).current());
  assert.equal(line, `${failed}the identity provider answered without an id_token`);
});

test("an answer without end is not waited for", async (t) => {
  const idp = await provider(t, { metadata: { padding: "x".repeat(1024 * 1024) } });
  const { line } = await failureOf(oidc({ ...idp.config, ...trusting(idp) }).current());
  assert.match(line, /answers with more than 1048576 bytes$/);
  assert.deepEqual(idp.asked, []);
});

test("a status that there is not is told, and ends nothing else", async (t) => {
  const idp = await provider(t, { refusal: () => ({ status: 999, body: {} }) });
  const { line } = await failureOf(oidc({ ...idp.config, ...trusting(idp) }).current());
  assert.ok(line.startsWith(failed), line);
});

test("a new refresh token is told of, since kubectl has the old one, and counts from then on", async (t) => {
  const idp = await provider(t);
  const warned: string[] = [];
  let now = Date.now();
  const facts = { now: () => now, warn: (line: Phrase) => warned.push(flatten(line, (data) => data)) };
  const login = oidc({ ...idp.config, ...trusting(idp) }, facts);
  await login.current();
  now += 7_200_000;
  await login.current();
  assert.deepEqual(
    idp.asked.map(({ body }) => new URLSearchParams(body).get("refresh_token")),
    ["r1", "r2"],
  );
  assert.equal(warned.length, 1);
  assert.match(warned[0] ?? "", /^Warning: the identity provider issued a new refresh token\./);
});

test("one that stays as it was is nothing to tell of", async (t) => {
  for (const refresh_token of ["r1", undefined]) {
    const idp = await provider(t, { answer: { refresh_token } });
    const warn = () => assert.fail("it warns");
    await oidc({ ...idp.config, ...trusting(idp) }, { warn }).current();
  }
});

test("who has no client-id is told so", async (t) => {
  const { "client-id": _, ...config } = (await provider(t)).config;
  const { line } = await failureOf(oidc(config).current());
  assert.equal(line, `${failed}client-id and idp-issuer-url must be set`);
});
