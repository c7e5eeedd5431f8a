import assert from "node:assert/strict";
import { test } from "node:test";
import { authProvider } from "../../../src/connection/kubeconfig/auth-provider.ts";
import type { Tokens } from "../../../src/connection/kubeconfig/credentials.ts";
import { connect } from "../../../src/connection/kubeconfig/index.ts";
import { failureOf, home, kubeconfig, pretend } from "./pretend.ts";

function token(expires: number): string {
  return `e30.${Buffer.from(JSON.stringify({ exp: expires })).toString("base64url")}.sig`;
}

function oidc(config: Readonly<Record<string, string>>, refresh?: () => Promise<Tokens>) {
  const entry = { name: "oidc", config: new Map(Object.entries(config)) };
  return authProvider(entry, pretend({ now: () => 1_000_000 }), refresh);
}

test("an OIDC token that is still valid is used as it is", async () => {
  const valid = token(2000);
  assert.equal((await oidc({ "id-token": valid }).current()).authorization, `Bearer ${valid}`);
});

test("an expired OIDC token is refreshed once", async () => {
  let asked = 0;
  const credentials = oidc({ "id-token": token(900), "refresh-token": "r" }, async () => {
    asked++;
    return { idToken: token(3000), refreshToken: undefined };
  });
  await credentials.current();
  assert.equal((await credentials.current()).authorization, `Bearer ${token(3000)}`);
  assert.equal(asked, 1);
});

test("an expired OIDC token without a refresh-token is told", async () => {
  const failure = await failureOf(oidc({ "id-token": token(900) }).current());
  assert.equal(failure.kind, "credentials");
  assert.match(
    failure.line,
    /failed to refresh token: the id-token has expired and no refresh-token is set$/,
  );
});

test("a provider that does not answer is told", async () => {
  const config = {
    "id-token": token(900),
    "refresh-token": "r",
    "client-id": "i",
    "idp-issuer-url": "https://127.0.0.1:9",
  };
  assert.match(
    (await failureOf(oidc(config).current())).line,
    /^Unable to connect to the server: failed to refresh token: /,
  );
});

for (const [name, line] of [
  ["gcp", "error: The gcp auth plugin has been removed. Please use a credential plugin instead."],
  ["azure", "error: The azure auth plugin has been removed. Please use a credential plugin instead."],
  ["other", "error: no Auth Provider found for name other"],
] as const) {
  test(`the auth provider ${name} is refused as kubectl does`, async () => {
    const files = { [home]: kubeconfig({ server: "https://one" }, { "auth-provider": { name } }) };
    assert.equal((await failureOf(connect({}, pretend({ files })))).line, line);
  });
}
