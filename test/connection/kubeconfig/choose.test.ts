import assert from "node:assert/strict";
import { test } from "node:test";
import type { ConfigFlags } from "../../../src/connection/kubeconfig/index.ts";
import { connect } from "../../../src/connection/kubeconfig/index.ts";
import { failureOf, home, kubeconfig, pretend } from "./pretend.ts";

const pem = "-----BEGIN CERTIFICATE-----\nAA==\n-----END CERTIFICATE-----\n";
const base64 = Buffer.from(pem).toString("base64");

function open(flags: ConfigFlags, cluster: object, user: object = {}, context: object = {}) {
  const files = {
    [home]: kubeconfig(cluster, user, context),
    "/home/kim/ca.pem": pem,
    "/home/ada/.kube/ca.pem": "-----BEGIN beside",
  };
  return connect(flags, pretend({ files }));
}

const server = "https://one:6443";

for (const [flags, line] of [
  [{ context: "zz" }, "Error in configuration: context was not found for specified context: zz"],
  [{ cluster: "zz" }, "error: no server found for cluster zz"],
  [{ user: "zz" }, "error: auth info zz does not exist"],
] as const) {
  test(`F21 an unknown name is an error: ${line}`, async () => {
    const failure = await failureOf(open(flags, { server }));
    assert.equal(failure.line, line);
    assert.equal(failure.kind, "config");
  });
}

test("F21 an unknown context is answered with those that there are", async () => {
  assert.equal(
    (await failureOf(open({ context: "zz" }, { server }))).hint,
    "The kubeconfig has these contexts: x.",
  );
});

for (const name of ["__proto__", "constructor", "toString", "\u001b[2J"]) {
  test(`A42 a context named ${JSON.stringify(name)} is just a name`, async () => {
    const text = JSON.stringify({
      "current-context": name,
      clusters: [{ name, cluster: { server } }],
      users: [{ name, user: { token: "t" } }],
      contexts: [{ name, context: { cluster: name, user: name } }],
    });
    const connection = await connect({}, pretend({ files: { [home]: text } }));
    assert.equal(connection.contextName, name);
    assert.equal((await connection.credentials.current()).authorization, "Bearer t");
  });
  test(`A42 a context named ${JSON.stringify(name)} does not exist by itself`, async () => {
    assert.match((await failureOf(open({ context: name }, { server }))).line, /context was not found/);
  });
}

test("A43 another --server drops the tls-server-name of the kubeconfig", async () => {
  const entry = { server, "tls-server-name": "one.internal" };
  assert.equal((await open({}, entry)).trust.serverName, "one.internal");
  assert.equal((await open({ server: "https://two" }, entry)).trust.serverName, undefined);
  assert.equal((await open({ server: "https://two", tlsServerName: "t" }, entry)).trust.serverName, "t");
});

test("--certificate-authority replaces the data and the skipping of the kubeconfig", async () => {
  const skipping = { server, "insecure-skip-tls-verify": true };
  const { trust } = await open({ certificateAuthority: "ca.pem" }, skipping);
  assert.deepEqual(trust, { verification: "on", authorities: pem, serverName: undefined });
});

test("--insecure-skip-tls-verify drops the authority of the kubeconfig", async () => {
  const { trust } = await open(
    { insecureSkipTlsVerify: true },
    { server, "certificate-authority-data": base64 },
  );
  assert.deepEqual(trust, { verification: "skipped", authorities: undefined, serverName: undefined });
});

test("data wins over a file that is named beside it", async () => {
  const both = { server, "certificate-authority": "ca.pem", "certificate-authority-data": base64 };
  assert.equal((await open({}, both)).trust.authorities, pem);
});

test("F24 a relative path is taken from the folder of its kubeconfig, a flag's from the working directory", async () => {
  assert.equal(
    (await open({}, { server, "certificate-authority": "ca.pem" })).trust.authorities,
    "-----BEGIN beside",
  );
});

test("F23 an unreadable authority is named", async () => {
  const failure = await failureOf(open({}, { server, "certificate-authority": "/gone.pem" }));
  assert.equal(
    failure.line,
    "error: unable to read certificate-authority /gone.pem for c due to open /gone.pem: no such file or directory",
  );
});

for (const [what, user, flags, expected] of [
  ["token", { token: "t" }, {}, "Bearer t"],
  ["--token over token", { token: "t" }, { token: "f" }, "Bearer f"],
  ["--token over tokenFile", { tokenFile: "/home/kim/ca.pem" }, { token: "f" }, "Bearer f"],
  ["basic", { username: "a", password: "b" }, {}, `Basic ${Buffer.from("a:b").toString("base64")}`],
  ["nobody", {}, {}, undefined],
] as const) {
  test(`who asks: ${what}`, async () => {
    const { credentials } = await open(flags, { server }, user);
    assert.equal((await credentials.current()).authorization, expected);
  });
}

test("as in kubectl, no credential goes over plain HTTP", async () => {
  const { credentials } = await open({}, { server: "http://one:8001" }, { token: "t" });
  assert.deepEqual(await credentials.current(), {});
});

for (const [what, user, flags, line] of [
  [
    "token and password",
    { token: "t" },
    { username: "a" },
    "error: more than one authentication method found for u; found [token basicAuth], only one is allowed",
  ],
  [
    "a uid without a user to be",
    {},
    { asUid: "1" },
    "error: requesting uid, groups or user-extra for u without impersonating a user",
  ],
  [
    "a certificate without a key",
    { "client-certificate-data": base64 },
    {},
    "error: client-key-data or client-key must be specified for u to use the clientCert authentication method.",
  ],
  [
    "exec without command",
    { exec: { apiVersion: "client.authentication.k8s.io/v1" } },
    {},
    "error: command must be specified for u to use exec authentication plugin",
  ],
] as const) {
  test(`a contradiction is refused: ${what}`, async () => {
    assert.equal((await failureOf(open(flags, { server }, user))).line, line);
  });
}

test("impersonation: user, uid, groups and extra, from the kubeconfig", async () => {
  const user = {
    as: "bob",
    "as-uid": "7",
    "as-groups": ["g", "h"],
    "as-user-extra": { "a/b c": ["1", "2"] },
  };
  assert.deepEqual((await open({}, { server }, user)).impersonation, [
    ["Impersonate-User", "bob"],
    ["Impersonate-Uid", "7"],
    ["Impersonate-Group", "g"],
    ["Impersonate-Group", "h"],
    ["Impersonate-Extra-a%2Fb%20c", "1"],
    ["Impersonate-Extra-a%2Fb%20c", "2"],
  ]);
});

test("impersonation: flags win", async () => {
  const flags = { as: "eve", asGroup: ["k"], asUserExtra: ["a=1=2"] };
  const connection = await open(flags, { server }, { as: "bob", "as-groups": ["g"] });
  assert.deepEqual(connection.impersonation, [
    ["Impersonate-User", "eve"],
    ["Impersonate-Group", "k"],
    ["Impersonate-Extra-a", "1=2"],
  ]);
  assert.equal(connection.user, "eve");
});

for (const [text, href] of [
  ["one:6443", "http://one:6443/"],
  ["https://one/k8s/clusters/c-1?x=1#y", "https://one/k8s/clusters/c-1"],
  ["https://[::1]:6443", "https://[::1]:6443/"],
] as const) {
  test(`a server written ${text} is ${href}`, async () => {
    assert.equal((await open({ server: text }, { server })).server.href, href);
  });
}

test("a server that is neither http nor https is refused", async () => {
  assert.equal(
    (await failureOf(open({ server: "socks5://a" }, { server }))).line,
    "Unable to connect to the server: unsupported protocol scheme socks5",
  );
});

for (const [text, expected] of [
  ["0", undefined],
  ["5", 5000],
  ["1m30s", 90_000],
  ["250ms", 250],
] as const) {
  test(`--request-timeout ${text}`, async () => {
    assert.equal((await open({ requestTimeout: text }, { server })).requestTimeout, expected);
  });
}

test("--request-timeout 3x is refused in kubectl's words", async () => {
  assert.match(
    (await failureOf(open({ requestTimeout: "3x" }, { server }))).line,
    /^error: Invalid timeout value\./,
  );
});

test("-n wins over the namespace of the context, with or without a prefix", async () => {
  assert.equal((await open({}, { server }, {}, { namespace: "shop" })).namespace, "shop");
  assert.equal(
    (await open({ namespace: "ns/till" }, { server }, {}, { namespace: "shop" })).namespace,
    "till",
  );
});
