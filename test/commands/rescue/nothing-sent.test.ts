/** S1, S8, S10, S12 for rescue: without an answer, a whole view, the rights and a place to keep its state, nothing is sent. */
import assert from "node:assert/strict";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { test } from "node:test";
import { loadAll } from "js-yaml";
import { base64 } from "../../support/fault-server/surroundings.ts";
import type { JsonObject, MemoryServer, User } from "../../support/memory-server/index.ts";
import { memoryServer, usualKinds } from "../../support/memory-server/index.ts";
import type { Session } from "../../support/run-cli.ts";
import { runCli } from "../../support/run-cli.ts";

const noon = Date.parse("2026-11-20T12:00:00Z");
const scenario = join(
  import.meta.dirname,
  "..",
  "..",
  "scenarios",
  "e08-claims-of-a-set-deleted",
  "cluster.yaml",
);
const command = ["rescue", "pvc/data-db-0", "-n", "shop"];

interface Place {
  readonly server: MemoryServer;
  readonly folder: string;
  run(...more: readonly string[]): Promise<Session>;
  /** What was sent and is not a question. */
  changes(): readonly string[];
}

function userWithout(name: string, verb: string, plural: string): User {
  const verbs = ["get", "list", "watch", "create", "update", "patch", "delete"];
  const rights = usualKinds.map(({ group, plural: each }) => ({
    verbs: each === plural ? verbs.filter((one) => one !== verb) : verbs,
    groups: [group],
    resources: [each],
  }));
  return { name, token: `token-of-${name}`, rights };
}

async function place(context: TestContext, user: User = userWithout("all", "", "")): Promise<Place> {
  const folder = mkdtempSync(join(tmpdir(), "pvguard-rescue-"));
  const server = await memoryServer({ now: () => noon, users: [user] });
  context.after(async () => {
    await server.close();
    chmodSync(folder, 0o700);
    rmSync(folder, { recursive: true, force: true });
  });
  const documents = loadAll(readFileSync(scenario, "utf8")) as readonly JsonObject[];
  server.load(documents.filter(({ kind }) => kind !== "Snapshot"));
  const kubeconfig = join(folder, "kubeconfig");
  writeFileSync(
    kubeconfig,
    JSON.stringify({
      apiVersion: "v1",
      kind: "Config",
      clusters: [
        {
          name: "c",
          cluster: { server: server.url, "certificate-authority-data": base64(server.authority) },
        },
      ],
      users: [{ name: "u", user: { token: user.token } }],
      contexts: [{ name: "prod", context: { cluster: "c", user: "u" } }],
      "current-context": "prod",
    }),
  );
  return {
    server,
    folder,
    run: (...more) =>
      runCli([...command, "--kubeconfig", kubeconfig, "--backup-dir", join(folder, "state"), ...more], noon),
    changes: () => server.requests.filter((request) => !/^GET |selfsubject(access)?reviews/.test(request)),
  };
}

test("S1: the plan alone sends nothing but reads", async (context) => {
  const { run, server } = await place(context);
  const ran = await run("--dry-run");
  assert.equal(ran.code, 0, ran.err);
  assert.ok(server.requests.every((request) => request.startsWith("GET ")));
});

for (const [what, flags] of [
  ["no answer", []],
  ["another digest", [`--confirm=${"0".repeat(64)}`]],
  ["an empty digest", ["--confirm="]],
] as const) {
  test(`S1: ${what}: nothing is changed`, async (context) => {
    const { run, changes } = await place(context);
    const ran = await run(...flags);
    assert.equal(ran.code, 5, ran.err);
    assert.deepEqual(changes(), []);
  });
}

for (const plural of ["pods", "persistentvolumes", "persistentvolumeclaims", "statefulsets", "namespaces"]) {
  test(`S8: without the right to list and get ${plural}, nothing is changed, and it is not taken for absent`, async (context) => {
    const blind = userWithout("blind", "", "");
    const rights = blind.rights.filter(({ resources }) => !resources.includes(plural));
    const { run, changes } = await place(context, { ...blind, rights });
    const ran = await run(`--confirm=${"0".repeat(64)}`);
    assert.equal(ran.code, 3, ran.err);
    assert.deepEqual(changes(), []);
  });
}

for (const [verb, plural] of [
  ["patch", "persistentvolumes"],
  ["patch", "statefulsets"],
  ["create", "persistentvolumes"],
  ["create", "persistentvolumeclaims"],
] as const) {
  test(`S10: without the right to ${verb} ${plural}, not even the first step is sent`, async (context) => {
    const { run, changes } = await place(context, userWithout("narrow", verb, plural));
    const digest = digestIn(await run("--dry-run"));
    const ran = await run(`--confirm=${digest}`);
    assert.equal(ran.code, 5, ran.err);
    assert.match(ran.err, /NotAllowed/);
    assert.deepEqual(changes(), []);
  });
}

test("S12: where its state cannot be kept, nothing is sent", async (context) => {
  const { run, changes, folder } = await place(context);
  const digest = digestIn(await run("--dry-run"));
  mkdirSync(join(folder, "state"));
  writeFileSync(join(folder, "state", "rescues"), "in the way");
  const ran = await run(`--confirm=${digest}`);
  assert.equal(ran.code, 5, ran.err);
  assert.deepEqual(changes(), []);
});

test("usage: a time that is none is told before a server is asked", async (context) => {
  const { run, server } = await place(context);
  const ran = await run("--timeout=soon");
  assert.equal(ran.code, 2);
  assert.match(ran.err, /--timeout must be a duration such as 30s, 10m or 2h, not "soon"/);
  assert.deepEqual(server.requests, []);
});

test("usage: one object, of the two kinds", async (context) => {
  const { server } = await place(context);
  for (const words of [
    ["rescue"],
    ["rescue", "pvc/a", "pv/b"],
    ["rescue", "pod/a"],
    ["rescue", "pvc"],
    ["undo", "a", "b"],
  ]) {
    const ran = await runCli([...words, "--server", server.url], noon);
    assert.equal(ran.code, 2, words.join(" "));
  }
  const offline = await runCli(["rescue", "pvc/a", "--from", scenario], noon);
  assert.equal(offline.code, 2);
});

function digestIn({ out }: Session): string {
  return /Digest of this plan: ([0-9a-f]{64})/.exec(out)?.[1] ?? "";
}
