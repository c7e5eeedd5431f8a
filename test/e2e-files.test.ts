/** The end-to-end tests that cannot run somewhere are left out there by what they import. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { importedBy, inFolder, testFiles } from "./cluster/runner/files.ts";
import { choose } from "./cluster/runner/left-out.ts";
import { inTests, long } from "./cluster/runner/queue.ts";

function needs(file: string, imported: string): boolean {
  return importedBy(inFolder(file)).has(inFolder(imported));
}

test("what a test file imports tells what it needs, also through others", () => {
  assert.ok(needs("reasons/reasons.e2e.ts", "csi/csi.ts"));
  assert.ok(needs("audit/audit-real.e2e.ts", "cluster.ts"));
  assert.ok(needs("why/same-answer.e2e.ts", "csi/snapshot-kinds.ts"));
  assert.ok(!needs("why/same-answer.e2e.ts", "cluster.ts"));
  assert.ok(!needs("e2e/claim-in-use.e2e.ts", "csi/csi.ts"));
});

test("on a cluster that a person named, no test starts one of its own", async () => {
  const { run, leftOut } = await choose(testFiles([]), "named");
  assert.ok(leftOut.some(({ file }) => file.endsWith("contract.e2e.ts")));
  assert.ok(run.some((file) => file.endsWith("claim-in-use.e2e.ts")));
  assert.deepEqual(
    run.filter((file) => importedBy(file).has(inFolder("cluster.ts"))),
    [],
  );
});

test("each file that is begun first, because it takes minutes, exists", () => {
  const files = testFiles([]).map(inTests);
  assert.deepEqual(
    long.filter((part) => !files.some((file) => file.startsWith(part))),
    [],
  );
});
