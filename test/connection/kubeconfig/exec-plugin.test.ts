import assert from "node:assert/strict";
import { test } from "node:test";
import { connect } from "../../../src/connection/kubeconfig/index.ts";
import type { Pretended } from "./pretend.ts";
import { failureOf, home, kubeconfig, plugins, pretend } from "./pretend.ts";

const apiVersion = "client.authentication.k8s.io/v1";
const exec = { apiVersion, command: "login", args: ["--for", "x"], interactiveMode: "IfAvailable" };

function answer(status: object, version = apiVersion): object {
  return { kind: "ExecCredential", apiVersion: version, status };
}

async function open(entry: object, facts: Pretended, cluster: object = {}) {
  const text = kubeconfig({ server: "https://one:6443", ...cluster }, { exec: { ...exec, ...entry } });
  return await connect({}, pretend({ ...facts, files: { [home]: text } }));
}

test("the plugin is run at the first use only, and its token is kept", async () => {
  const plugin = plugins(answer({ token: "t" }));
  const { credentials } = await open(
    { env: [{ name: "A", value: "1" }] },
    { ...plugin, env: { PATH: "/bin" } },
  );
  assert.equal(plugin.calls.length, 0);
  const [one, two] = await Promise.all([credentials.current(), credentials.current()]);
  assert.equal(one?.authorization, "Bearer t");
  assert.equal(two?.authorization, "Bearer t");
  assert.equal(plugin.calls.length, 1);
  const [call] = plugin.calls;
  assert.deepEqual([call?.command, call?.args, call?.input], ["login", ["--for", "x"], "none"]);
  assert.deepEqual([call?.env.PATH, call?.env.A], ["/bin", "1"]);
  assert.equal(
    call?.env.KUBERNETES_EXEC_INFO,
    `{"kind":"ExecCredential","apiVersion":"${apiVersion}","spec":{"interactive":false}}`,
  );
});

test("with provideClusterInfo the plugin is told of the cluster", async () => {
  const plugin = plugins(answer({ token: "t" }));
  const authority = Buffer.from("-----BEGIN CERTIFICATE-----").toString("base64");
  const cluster = {
    "certificate-authority-data": authority,
    "tls-server-name": "n",
    "proxy-url": "http://p:1",
    "disable-compression": true,
    extensions: [{ name: "client.authentication.k8s.io/exec", extension: { audience: "a" } }],
  };
  const connection = await open(
    { provideClusterInfo: true },
    { ...plugin, isAtTerminal: () => true },
    cluster,
  );
  await connection.credentials.current();
  assert.deepEqual(JSON.parse(plugin.calls[0]?.env.KUBERNETES_EXEC_INFO ?? "").spec, {
    cluster: {
      server: "https://one:6443",
      "tls-server-name": "n",
      "certificate-authority-data": authority,
      "proxy-url": "http://p:1",
      "disable-compression": true,
      config: { audience: "a" },
    },
    interactive: true,
  });
});

for (const [command, expected] of [
  ["login", "login"],
  ["./bin/login", "/home/ada/.kube/bin/login"],
  ["bin/login", "/home/ada/.kube/bin/login"],
  ["/bin/login", "/bin/login"],
] as const) {
  test(`F24 the command ${command} is started as ${expected}`, async () => {
    const plugin = plugins(answer({ token: "t" }));
    await (await open({ command }, plugin)).credentials.current();
    assert.equal(plugin.calls[0]?.command, expected);
  });
}

test("F29 an expired credential is fetched again, and one that the server refuses too", async () => {
  let now = Date.parse("2026-01-01T00:00:00Z");
  const plugin = plugins(
    answer({ token: "1", expirationTimestamp: "2026-01-01T00:01:00Z" }),
    answer({ token: "2" }),
    answer({ token: "3" }),
  );
  const { credentials } = await open({}, { ...plugin, now: () => now });
  const first = await credentials.current();
  now += 61_000;
  const second = await credentials.current();
  assert.deepEqual([first.authorization, second.authorization], ["Bearer 1", "Bearer 2"]);
  assert.equal(await credentials.renew(second), "renewed");
  assert.equal((await credentials.current()).authorization, "Bearer 3");
  // A second request that was refused with the old token needs no new run.
  assert.equal(await credentials.renew(second), "renewed");
  assert.equal(plugin.calls.length, 3);
});

test("a plugin may give a client certificate", async () => {
  const { credentials } = await open({}, plugins(answer({ clientCertificateData: "C", clientKeyData: "K" })));
  assert.deepEqual(await credentials.current(), { certificate: { certificate: "C", key: "K" } });
});

const secret = "s3cret";
for (const [row, run, expected] of [
  ["F25 missing", { ended: "not-found" }, "exec: executable login not found"],
  [
    "F26 fails",
    { ended: "exit", code: 3, output: Buffer.from(secret) },
    "exec: executable login failed with exit code 3",
  ],
  [
    "F26 prints rubbish",
    { ended: "exit", code: 0, output: Buffer.from(secret) },
    "decoding stdout: the credential plugin did not print an ExecCredential",
  ],
  ["F26 prints a list", [secret], "decoding stdout: the credential plugin did not print an ExecCredential"],
  [
    "F26 another version",
    answer({ token: secret }, "client.authentication.k8s.io/v1beta1"),
    `exec plugin is configured to use API version ${apiVersion}, plugin returned version client.authentication.k8s.io/v1beta1`,
  ],
  ["F26 no status", { kind: "ExecCredential", apiVersion }, "exec plugin didn't return a status field"],
  ["F26 nothing in it", answer({}), "exec plugin didn't return a token or cert/key pair"],
  [
    "F26 half a pair",
    answer({ clientKeyData: secret }),
    "exec plugin returned only certificate or key, not both",
  ],
  [
    "F26 a numeric token",
    answer({ token: 5 }),
    "decoding stdout: status.token must be a string, not number (put it in quotes)",
  ],
  ["F27 hangs", { ended: "time-limit" }, "exec: executable login was still running after 60s"],
  ["F26 killed", { ended: "signal", signal: "SIGSEGV" }, "exec: executable login was killed by SIGSEGV"],
] as const) {
  test(`${row}: the plugin's fault is told, and never what it printed`, async () => {
    const { credentials } = await open({ installHint: "get it" }, plugins(run));
    const failure = await failureOf(credentials.current());
    assert.equal(failure.kind, "credentials");
    assert.equal(failure.line, `Unable to connect to the server: getting credentials: ${expected}`);
    assert.doesNotMatch(failure.line, /s3cret/);
    if (row.startsWith("F25")) assert.equal(failure.hint, "get it");
  });
}

test("F28 a plugin that needs a terminal is not started without one", async () => {
  const plugin = plugins(answer({ token: "t" }));
  const { credentials } = await open({ interactiveMode: "Always" }, plugin);
  assert.match((await failureOf(credentials.current())).line, /standard input is not a terminal$/);
  assert.equal(plugin.calls.length, 0);
});

for (const [mode, input] of [
  ["Never", "none"],
  ["IfAvailable", "terminal"],
  ["Always", "terminal"],
] as const) {
  test(`F28 on a terminal, interactiveMode ${mode} gives the plugin ${input}`, async () => {
    const plugin = plugins(answer({ token: "t" }));
    await (
      await open({ interactiveMode: mode }, { ...plugin, isAtTerminal: () => true })
    ).credentials.current();
    assert.equal(plugin.calls[0]?.input, input);
  });
}

for (const [what, entry, expected] of [
  [
    "v1alpha1",
    { apiVersion: "client.authentication.k8s.io/v1alpha1" },
    /invalid apiVersion client\.authentication\.k8s\.io\/v1alpha1$/,
  ],
  ["v1 without interactiveMode", { interactiveMode: null }, /interactiveMode must be specified for login/],
] as const) {
  test(`F26 ${what} is refused before anything is run`, async () => {
    assert.match((await failureOf(open(entry, {}))).line, expected);
  });
}
