import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { base64, testTime } from "../../support/fault-server/surroundings.ts";
import type { JsonObject, MemoryServer } from "../../support/memory-server/index.ts";
import { memoryServer } from "../../support/memory-server/index.ts";
import { claim, pod } from "../../support/objects.ts";
import type { Session } from "../../support/run-cli.ts";
import { runCli } from "../../support/run-cli.ts";

/** A cluster with one claim that a pod holds: PVG101. */
export async function clusterWith(t: TestContext, uid: string | undefined, ...claims: readonly string[]) {
  const server = await memoryServer({ now: () => testTime });
  t.after(() => server.close());
  const system = { apiVersion: "v1", kind: "Namespace", metadata: { name: "kube-system", uid } };
  const held = claims.flatMap((name) => [
    claim({
      name,
      namespace: "shop",
      phase: "Bound",
      deletionTimestamp: true,
      finalizers: ["kubernetes.io/pvc-protection"],
    }),
    pod({ name: `uses-${name}`, namespace: "shop", claims: [name] }),
  ]);
  server.load([...(uid === undefined ? [] : [system]), ...held] as unknown as readonly JsonObject[]);
  return server;
}

interface Entry {
  readonly server: string;
  readonly authority?: string;
  readonly user?: object;
  readonly namespace?: string;
}

export function entryOf(server: MemoryServer, user = "admin", more: Partial<Entry> = {}): Entry {
  return { server: server.url, authority: server.authority, user: { token: server.tokenOf(user) }, ...more };
}

/** A port on which no server listens. */
export async function downEntry(): Promise<Entry> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return { server: `https://127.0.0.1:${typeof address === "object" ? address?.port : ""}` };
}

/** A kubeconfig with these contexts, each with a cluster and a user of its own. */
export function kubeconfigWith(t: TestContext, entries: Readonly<Record<string, Entry>>): string {
  const folder = mkdtempSync(join(tmpdir(), "pvguard-contexts-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const each = Object.entries(entries);
  const file = join(folder, "config");
  const config = {
    clusters: each.map(([name, { server, authority }]) => ({
      name,
      cluster: {
        server,
        ...(authority === undefined ? {} : { "certificate-authority-data": base64(authority) }),
      },
    })),
    users: each.map(([name, { user = {} }]) => ({ name, user })),
    contexts: each.map(([name, { namespace }]) => ({
      name,
      context: { cluster: name, user: name, namespace },
    })),
  };
  writeFileSync(file, JSON.stringify(config));
  return file;
}

export async function audit(kubeconfig: string, ...argv: readonly string[]): Promise<Session> {
  return await runCli(["audit", "--kubeconfig", kubeconfig, "--rules=PVG101,PVG102", ...argv], testTime);
}
