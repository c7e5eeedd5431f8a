/** `fix --dry-run --from`: the plan for what a dump shows, without a server. */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { test } from "node:test";
import { apiVolume, heldClaim } from "../../support/fix/objects.ts";
import type { Session } from "../../support/fix/session.ts";
import { session } from "../../support/fix/session.ts";

const noColor = { NO_COLOR: "1" };
const stuckVolume = apiVolume(
  "left",
  { deleted: "yes", finalizers: ["kubernetes.io/pv-protection", "example.com/made-up"] },
  { policy: "Retain", phase: "Released", claim: "gone" },
);

/** A dump of everything that the server holds, as `kubectl get -o json` prints it. */
async function dumped(context: TestContext): Promise<Session & { readonly dump: string }> {
  const made = await session(context, [...heldClaim, stuckVolume]);
  const dump = join(made.folder, "dump.json");
  const items = made.server.objects();
  writeFileSync(dump, JSON.stringify({ apiVersion: "v1", kind: "List", items }));
  return { ...made, dump };
}

test("the requests are those that a plan from the cluster has, and there is no digest", async (context) => {
  const { run, dump, server } = await dumped(context);
  const target = ["fix", "pvc/data", "-n", "app", "--dry-run", "-o", "json"];
  const live = JSON.parse((await run(target)).out);
  const asked = server.requests.length;
  const { out, code } = await run([...target, "--from", dump]);
  const filed = JSON.parse(out);
  assert.equal(code, 0, out);
  assert.deepEqual(filed.items[0].steps, live.items[0].steps);
  assert.deepEqual([filed.server, filed.input, filed.digest], ["", dump, ""]);
  assert.equal(server.requests.length, asked);
});

test("without an object it plans for everything that is stuck in the files", async (context) => {
  const { run, dump } = await dumped(context);
  const { out } = await run(["fix", "--dry-run", "--from", dump], { env: noColor });
  assert.match(out, /^Plan made from .*dump\.json/);
  assert.match(out, /\[safe\] Delete pod\/import/);
  assert.match(out, /pv\/left/);
  assert.match(
    out,
    /A\s+plan\s+from\s+files\s+cannot\s+be\s+carried\s+out\.\s+To\s+change\s+the\s+cluster,\s+run\s+fix\s+against\s+it\.\n$/,
  );
  assert.doesNotMatch(out, /Digest/);
});

test("an object without uid or version is not planned for", async (context) => {
  const { run, folder } = await dumped(context);
  const bare = join(folder, "bare.json");
  const items = heldClaim.map((object) => {
    const { resourceVersion: _, ...metadata } = object.metadata as { readonly [field: string]: unknown };
    return { ...object, metadata };
  });
  writeFileSync(bare, JSON.stringify({ apiVersion: "v1", kind: "List", items }));
  const { out, code } = await run(["fix", "pvc/data", "-n", "app", "--dry-run", "--from", bare]);
  assert.match(out, /the input does\s+not\s+contain\s+it\s+with\s+its\s+uid\s+and\s+resourceVersion/);
  assert.equal(code, 3);
});

for (const [what, flags, says] of [
  ["carried out", [], /fix can only change a cluster: add --dry-run/],
  ["asked of a server", ["--dry-run=server"], /--dry-run=server needs a cluster/],
] as const) {
  test(`a plan from files is not ${what}`, async (context) => {
    const { run, dump, writes } = await dumped(context);
    const { code, err, out } = await run(["fix", "pvc/data", "-n", "app", "--from", dump, ...flags]);
    assert.deepEqual([code, out], [2, ""]);
    assert.match(err, says);
    assert.deepEqual(writes(), []);
  });
}
