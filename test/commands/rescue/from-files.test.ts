/** `rescue --dry-run --from`: the plan for what a dump shows, without a server. */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { test } from "node:test";
import { heldClaim } from "../../support/fix/objects.ts";
import type { Session } from "../../support/fix/session.ts";
import { session } from "../../support/fix/session.ts";

const namespace = {
  apiVersion: "v1",
  kind: "Namespace",
  metadata: { name: "app", uid: "namespace-app", resourceVersion: "1" },
  status: { phase: "Active" },
};
const target = ["rescue", "pvc/data", "-n", "app"];

/** A dump of what the server holds, as `kubectl get -o json` prints it, but for objects of these kinds. */
async function dumped(
  context: TestContext,
  without: readonly unknown[] = [],
): Promise<Session & { readonly dump: string }> {
  const made = await session(context, [namespace, ...heldClaim]);
  const dump = join(made.folder, "dump.json");
  const items = made.server.objects().filter(({ kind }) => !without.includes(kind));
  writeFileSync(dump, JSON.stringify({ apiVersion: "v1", kind: "List", items }));
  return { ...made, dump };
}

test("the steps are those of a plan from the cluster; there is no digest, and no server is asked", async (context) => {
  const { run, dump, server } = await dumped(context);
  const live = JSON.parse((await run([...target, "--dry-run", "-o", "json"])).out);
  const asked = server.requests.length;
  const { out, code } = await run([...target, "--dry-run", "-o", "json", "--from", dump, "--complete"]);
  const filed = JSON.parse(out);
  assert.equal(code, 0, out);
  assert.ok(filed.steps.length > 2);
  assert.deepEqual(filed.steps, live.steps);
  assert.deepEqual([filed.server, filed.input, filed.digest], ["", dump, undefined]);
  assert.equal(server.requests.length, asked);
});

test("a person is told what the plan is made from, and what was not checked", async (context) => {
  const { run, dump } = await dumped(context);
  const { out, code } = await run([...target, "--dry-run", "--from", dump, "--complete"]);
  assert.equal(code, 0);
  assert.match(out, /^Plan made from .*dump\.json/);
  assert.match(out, /A plan from files cannot be carried out/);
  assert.match(out.replaceAll(/\s+/g, " "), /Not checked: your permissions, webhooks, and earlier runs/);
  assert.doesNotMatch(out, /Digest/);
});

test("what decides and is not in the files is named, and nothing is planned", async (context) => {
  const { run, dump } = await dumped(context, ["Pod"]);
  const { out, err, code } = await run([...target, "--dry-run", "--from", dump]);
  assert.deepEqual([code, out], [3, ""]);
  assert.match(err, /could not read what the decision depends on/);
  assert.match(err, /pods .*were not read: they are not in the input/);
});

test("an object without uid or version is not planned for", async (context) => {
  const { run, folder } = await dumped(context);
  const bare = join(folder, "bare.json");
  const items = [namespace, ...heldClaim].map((object) => {
    const { resourceVersion: _, ...metadata } = object.metadata as { readonly [field: string]: unknown };
    return { ...object, metadata };
  });
  writeFileSync(bare, JSON.stringify({ apiVersion: "v1", kind: "List", items }));
  const { err, code } = await run([...target, "--dry-run", "--from", bare, "--complete"]);
  assert.match(err, /the input does not contain .* with its uid and resourceVersion/);
  assert.equal(code, 3);
});

for (const [what, flags, says] of [
  ["carried out", [], /rescue can only change a cluster: add --dry-run/],
  ["asked of a server", ["--dry-run=server"], /--dry-run=server needs a cluster/],
] as const) {
  test(`a plan from files is not ${what}`, async (context) => {
    const { run, dump, writes } = await dumped(context);
    const { code, err, out } = await run([...target, "--from", dump, ...flags]);
    assert.deepEqual([code, out], [2, ""]);
    assert.match(err, says);
    assert.deepEqual(writes(), []);
  });
}
