/** S2, S4, S19: what fix may be asked to do at all. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { apiClaim, apiVolume, heldClaim, idleClaim } from "../../support/fix/objects.ts";
import type { Session } from "../../support/fix/session.ts";
import { session } from "../../support/fix/session.ts";
import { runCli } from "../../support/run-cli.ts";

async function refuses(
  { run, writes }: Session,
  argv: readonly string[],
  code: number,
  text: RegExp,
): Promise<void> {
  const ran = await run(["fix", ...argv]);
  assert.equal(ran.code, code, `${argv.join(" ")}: ${ran.out}${ran.err}`);
  assert.match(`${ran.out}${ran.err}`.replaceAll(/\s+/g, " "), text);
  assert.deepEqual(writes(), []);
}

test("S19: one object unless --max says more, never all namespaces, and no kinds outside its list", async (context) => {
  const objects = [
    ...heldClaim,
    apiClaim("other", { deleted: "yes", finalizers: ["kubernetes.io/pvc-protection"] }),
  ];
  const opened = await session(context, objects);
  await refuses(
    opened,
    ["pvc", "-n", "app", "--yes"],
    5,
    /2 objects match, and fix changes at most 1. To fix all of them, add --max 2/,
  );
  await refuses(opened, ["pvc/data", "pvc/other", "-n", "app", "--yes"], 5, /--max 2/);
  await refuses(opened, ["pvc", "-A", "--yes"], 2, /--all-namespaces cannot be used with object names/);
  await refuses(opened, ["deployment/web", "-n", "app"], 2, /fix does not support deployments/);
  await refuses(opened, ["node/n1"], 2, /fix does not support nodes/);
  await refuses(opened, ["pvc/data", "-n", "app", "--max", "0"], 2, /at least 1/);
});

test("S19: the finalizers of a namespace are refused by name", async (context) => {
  const namespace = {
    apiVersion: "v1",
    kind: "Namespace",
    metadata: { name: "app", uid: "ns", deletionTimestamp: "2026-11-20T09:00:00Z" },
    spec: { finalizers: ["kubernetes"] },
    status: { phase: "Terminating" },
  };
  const opened = await session(context, [namespace]);
  await refuses(
    opened,
    ["ns/app", "--finalizer", "kubernetes", "--yes"],
    5,
    /NamespaceFinalizers.*never removes/,
  );
});

test("S2: a finalizer stays on an object that is not being deleted", async (context) => {
  const live = [
    apiClaim("data", { finalizers: ["kubernetes.io/pvc-protection", "x.io/y"] }),
    apiVolume("pv", { finalizers: ["kubernetes.io/pv-protection"] }),
  ];
  const opened = await session(context, live);
  for (const [object, finalizer] of [
    ["pvc/data", "kubernetes.io/pvc-protection"],
    ["pvc/data", "x.io/y"],
    ["pv/pv", "kubernetes.io/pv-protection"],
  ] as const)
    await refuses(opened, [object, "-n", "app", "--finalizer", finalizer, "--yes"], 5, /NotBeingDeleted/);
});

test("S4: no wildcards, no lists, and no finalizer without its own name", async (context) => {
  const opened = await session(context, idleClaim);
  for (const typo of ["kubernetes.io/pvc-protection,x", "kubernetes.iо/pvc-protection"])
    await refuses(opened, ["pvc/data", "-n", "app", "--finalizer", typo, "--yes"], 5, /Did you mean/);
  for (const pattern of ["*", "kubernetes.io/*", "all"]) {
    const { out, code } = await opened.run(["fix", "pvc/data", "-n", "app", "--finalizer", pattern, "--yes"]);
    assert.equal(code, 0);
    assert.match(out, /Nothing to do/);
  }
  await refuses(
    opened,
    ["pvc/data", "-n", "app", "--remedy", "drop-finalizer", "--yes"],
    2,
    /needs --finalizer/,
  );
  await refuses(opened, ["pvc/data", "-n", "app", "--accept", "*", "--yes"], 2, /not the name of a danger/);
  assert.deepEqual(opened.writes(), []);
});

const unknowns = ["made-up.example.com/x", "a/b", "finalizer.longhorn.io", "foregroundDeletion"];

for (const finalizer of unknowns) {
  test(`S4: ${finalizer} goes by its exact name and its own --accept alone`, async (context) => {
    const objects = [
      apiClaim("data", { deleted: "yes", finalizers: ["kubernetes.io/pvc-protection", finalizer] }),
      ...idleClaim.filter(({ kind }) => kind !== "PersistentVolumeClaim"),
    ];
    const { run, writes } = await session(context, objects);
    const argv = ["fix", "pvc/data", "-n", "app", "--finalizer", finalizer, "--dry-run", "-o", "json"];
    const { items } = JSON.parse((await run(argv)).out) as {
      items: readonly { safety: string; accept: readonly { name: string }[] }[];
    };
    assert.notEqual(items[0]?.safety, "safe");
    assert.notEqual(items[0]?.accept.length, 0);
    assert.equal((await run(["fix", "pvc/data", "-n", "app", "--finalizer", finalizer, "--yes"])).code, 5);
    assert.deepEqual(writes(), []);
  });
}

test("an unknown remedy and one that does not apply are refused", async (context) => {
  const opened = await session(context, heldClaim);
  await refuses(opened, ["pvc/data", "-n", "app", "--remedy", "no-such"], 2, /unknown remedy/);
  await refuses(
    opened,
    ["pvc/data", "-n", "app", "--remedy", "reboot-node", "--yes"],
    5,
    /RemedyDoesNotApply/,
  );
  await refuses(
    opened,
    ["pvc/data", "-n", "app", "--remedy", "delete-attachment", "--yes"],
    5,
    /RemedyDoesNotApply/,
  );
});

test("an object that does not exist is not found", async (context) => {
  const opened = await session(context, []);
  await refuses(opened, ["pvc/none", "--yes"], 2, /not found/);
});

test("what is wrong with the words is said before a server is looked for", async () => {
  const without = await runCli(["fix", "pods/a/b"], 0);
  assert.equal(without.code, 2);
  assert.match(without.err, /may not have more than one slash/);
  assert.match((await runCli(["fix", "node/n1"], 0)).err, /fix does not support nodes/);
  assert.match((await runCli(["fix", "pvc/data"], 0)).err, /kubeconfig/);
});
