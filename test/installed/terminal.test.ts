/** What is installed, run on a terminal as a person runs it: against a slow server, with logins, from a file. */
import assert from "node:assert/strict";
import { chmodSync, writeFileSync } from "node:fs";
import type { Server } from "node:net";
import { createServer, Socket } from "node:net";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { describe, test } from "node:test";
import { commands } from "../../src/commands/all.ts";
import { serve } from "../support/fault-server/client.ts";
import { json } from "../support/fault-server/reactions.ts";
import type { ApiAnswer, MemoryServer, User } from "../support/memory-server/index.ts";
import { memoryServer } from "../support/memory-server/index.ts";
import { folder } from "./package.ts";
import { noTerminal, onTerminal } from "./terminal.ts";

const milliseconds = 800;
const everything: User["rights"] = [{ verbs: ["*"], groups: ["*"], resources: ["*"] }];

/** A server with one claim that a finished pod holds; its first answer on each connection takes a while. */
async function slowServer(
  context: TestContext,
  token: string,
  instead: () => ApiAnswer | undefined = () => undefined,
): Promise<object> {
  const server = await memoryServer({ users: [{ name: "kim", token, rights: everything }], instead });
  server.load([
    {
      apiVersion: "v1",
      kind: "PersistentVolumeClaim",
      metadata: {
        name: "data",
        namespace: "shop",
        finalizers: ["kubernetes.io/pvc-protection"],
        deletionTimestamp: "2026-11-20T10:00:00Z",
      },
      spec: {},
      status: { phase: "Bound" },
    },
    {
      apiVersion: "v1",
      kind: "Pod",
      metadata: { name: "import", namespace: "shop" },
      spec: { nodeName: "n1", volumes: [{ name: "d", persistentVolumeClaim: { claimName: "data" } }] },
      status: { phase: "Succeeded" },
    },
  ]);
  const proxy = delaying(server);
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  context.after(async () => {
    proxy.close();
    await server.close();
  });
  const address = proxy.address();
  const port = address !== null && typeof address === "object" ? address.port : 0;
  return {
    server: `https://127.0.0.1:${port}`,
    "certificate-authority-data": Buffer.from(server.authority).toString("base64"),
  };
}

function delaying({ url }: MemoryServer): Server {
  return createServer((near) => {
    const far = new Socket();
    near.on("error", () => far.destroy());
    far.on("error", () => near.destroy());
    near.on("close", () => far.destroy());
    far.connect(Number(new URL(url).port), "127.0.0.1", () => {
      setTimeout(() => near.pipe(far).pipe(near), milliseconds);
    });
  });
}

let written = 0;

function kubeconfig(cluster: object, user: object): string {
  written += 1;
  const path = join(folder, `config-${written}`);
  const config = {
    apiVersion: "v1",
    kind: "Config",
    clusters: [{ name: "c", cluster }],
    users: [{ name: "u", user }],
    contexts: [{ name: "c", context: { cluster: "c", user: "u" } }],
    "current-context": "c",
  };
  writeFileSync(path, JSON.stringify(config));
  return path;
}

const finished = /FinishedPodUsesClaim/;
const spinner = /[⠀-⣿].*Reading/u;
/** What Node.js says of its own accord, and what a crash looks like. */
const ofTheRuntime = /\(node:\d+\)|Warning: |ReferenceError|at .*\.c?js:\d+|--trace-warnings/;

async function why(config: string, env: Readonly<Record<string, string>> = {}) {
  return await onTerminal(["why", "pvc/data", "-n", "shop", "--kubeconfig", config], env);
}

// Most of the time is spent waiting for the slow server.
describe("on a terminal", { concurrency: true, skip: noTerminal }, () => {
  test("a slow server: a spinner, then the answer", async (t) => {
    const { screen, code } = await why(kubeconfig(await slowServer(t, "secret"), { token: "secret" }));
    assert.match(screen, spinner);
    assert.match(screen, finished);
    assert.doesNotMatch(screen, ofTheRuntime);
    assert.equal(code, 0);
  });

  test("an audit of a slow server", async (t) => {
    const config = kubeconfig(await slowServer(t, "secret"), { token: "secret" });
    const { screen, code } = await onTerminal(["audit", "--kubeconfig", config, "--fail-on", "warning"]);
    assert.match(screen, /a finished pod still uses the claim/);
    assert.doesNotMatch(screen, ofTheRuntime);
    assert.equal(code, 1);
  });

  test("a server that is busy for a while is asked again, and nothing else is said of it", async (t) => {
    let asked = 0;
    const busy = () => {
      asked += 1;
      const body = {
        kind: "Status",
        apiVersion: "v1",
        status: "Failure",
        reason: "TooManyRequests",
        code: 429,
      };
      return asked <= 12 ? { code: 429, body } : undefined;
    };
    const config = kubeconfig(await slowServer(t, "secret", busy), { token: "secret" });
    const { screen } = await onTerminal(["audit", "--kubeconfig", config]);
    assert.ok(asked > 12, `${asked} requests`);
    assert.match(screen, /a finished pod still uses the claim/);
    assert.doesNotMatch(screen, ofTheRuntime);
  });

  test("an OIDC login whose token has expired is refreshed at its issuer", async (t) => {
    const issuer = await serve(t);
    const now = Math.floor(Date.now() / 1000);
    const encoded = (claims: object) => Buffer.from(JSON.stringify(claims)).toString("base64url");
    const claims = { iss: issuer.url, sub: "kim", aud: "kubernetes", iat: now - 7200 };
    const token = (exp: number) => `${encoded({ alg: "RS256" })}.${encoded({ ...claims, exp })}.c2ln`;
    const fresh = token(now + 3600);
    const metadata = {
      issuer: issuer.url,
      token_endpoint: `${issuer.url}/token`,
      jwks_uri: `${issuer.url}/keys`,
    };
    issuer.on("/.well-known/openid-configuration", json(metadata));
    issuer.on(
      "/token",
      json({ access_token: "a", token_type: "bearer", id_token: fresh, refresh_token: "r1" }),
    );
    const config = {
      "idp-issuer-url": issuer.url,
      "idp-certificate-authority-data": Buffer.from(issuer.authority).toString("base64"),
      "client-id": "kubernetes",
      "refresh-token": "r1",
      "id-token": token(now - 3600),
    };
    const user = { "auth-provider": { name: "oidc", config } };
    const { screen, code } = await why(kubeconfig(await slowServer(t, fresh), user));
    assert.match(screen, finished);
    assert.doesNotMatch(screen, ofTheRuntime);
    assert.equal(code, 0);
  });

  test("an exec plugin hands out the token", async (t) => {
    const plugin = join(folder, "login.sh");
    const credential = {
      apiVersion: "client.authentication.k8s.io/v1",
      kind: "ExecCredential",
      status: { token: "from-plugin" },
    };
    writeFileSync(plugin, `#!/bin/sh\necho '${JSON.stringify(credential)}'\n`);
    chmodSync(plugin, 0o755);
    const exec = {
      apiVersion: "client.authentication.k8s.io/v1",
      command: plugin,
      interactiveMode: "IfAvailable",
    };
    const { screen, code } = await why(kubeconfig(await slowServer(t, "from-plugin"), { exec }));
    assert.match(screen, finished);
    assert.doesNotMatch(screen, ofTheRuntime);
    assert.equal(code, 0);
  });

  test("from a file", async () => {
    const example = join(import.meta.dirname, "../../docs/example/cluster.yaml");
    const { screen, code } = await onTerminal(["why", "pvc/data-0", "-n", "shop", "--from", example]);
    assert.match(screen, finished);
    assert.doesNotMatch(screen, ofTheRuntime);
    assert.equal(code, 0);
  });

  test("every command has a help", async () => {
    const shown = await Promise.all(
      commands.map(async ({ name }) => ({ name, ...(await onTerminal([name, "--help"])) })),
    );
    for (const { name, screen, code } of shown) {
      assert.match(screen, /^Usage:/m, name);
      assert.doesNotMatch(screen, ofTheRuntime, name);
      assert.equal(code, 0, name);
    }
  });
});
