import assert from "node:assert/strict";
import { test } from "node:test";
import { connect } from "../../../src/connection/kubeconfig/index.ts";
import { home, kubeconfig, pretend } from "./pretend.ts";

const account = "/var/run/secrets/kubernetes.io/serviceaccount";
const env = { KUBERNETES_SERVICE_HOST: "fd00::1", KUBERNETES_SERVICE_PORT: "443" };
const files = {
  [`${account}/token`]: "pod-token\n",
  [`${account}/ca.crt`]: "-----BEGIN CERTIFICATE-----",
  [`${account}/namespace`]: "tools",
};

test("without a kubeconfig, a Pod uses its service account", async () => {
  const connection = await connect({}, pretend({ env, files }));
  assert.equal(connection.server.href, "https://[fd00::1]/");
  assert.equal(connection.namespace, "tools");
  assert.equal(connection.trust.authorities, "-----BEGIN CERTIFICATE-----");
  assert.equal((await connection.credentials.current()).authorization, "Bearer pod-token");
});

test("a kubeconfig wins over the service account", async () => {
  const surroundings = pretend({ env, files: { ...files, [home]: kubeconfig({ server: "https://one" }) } });
  assert.equal((await connect({}, surroundings)).server.hostname, "one");
});

test("POD_NAMESPACE and -n win over the account's namespace", async () => {
  const surroundings = pretend({ env: { ...env, POD_NAMESPACE: "p" }, files });
  assert.equal((await connect({}, surroundings)).namespace, "p");
  assert.equal((await connect({ namespace: "q" }, surroundings)).namespace, "q");
});

test("a token file is read again after a minute, and a token that was read stays good", async () => {
  let now = 0;
  let token: string | undefined = "one";
  const surroundings = pretend({ env, files, now: () => now });
  const readFile: typeof surroundings.readFile = async (path) =>
    path !== `${account}/token`
      ? surroundings.readFile(path)
      : token === undefined
        ? { state: "unreadable", detail: "EACCES" }
        : { state: "read", bytes: new TextEncoder().encode(token) };
  const { credentials } = await connect({}, { ...surroundings, readFile });
  const asks = async () => (await credentials.current()).authorization;
  assert.equal(await asks(), "Bearer one");
  token = "two";
  assert.equal(await asks(), "Bearer one");
  now = 60_000;
  assert.equal(await asks(), "Bearer two");
  token = undefined;
  now = 200_000;
  assert.equal(await asks(), "Bearer two");
});

test("after a 401 a token file counts as renewed only when it holds another token", async () => {
  const { credentials } = await connect({}, pretend({ env, files }));
  const refused = await credentials.current();
  assert.equal(await credentials.renew(refused), "same");
  assert.equal(await credentials.renew({ authorization: "Bearer older" }), "renewed");
});
