/** The end-to-end tests that cannot run somewhere are left out there by what they import. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { importedBy, inFolder, testFiles } from "./cluster/runner/files.ts";
import { choose } from "./cluster/runner/left-out.ts";
import { inTests, long } from "./cluster/runner/queue.ts";
import { accountOf, judged } from "./cluster/under-guard/requests.ts";

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

/** A line of the log of kube-apiserver. */
function asked(username: string, verb: string, resource: string, refusal?: string): string {
  const responseStatus = refusal === undefined ? { code: 200 } : { code: 403, message: refusal };
  return JSON.stringify({
    verb,
    user: { username },
    objectRef: { resource, namespace: "shop", name: "data" },
    responseStatus,
  });
}

test("under the guards, the colleague's accidents are refused; a refusal of anyone else is told", (context) => {
  const folder = mkdtempSync(join(tmpdir(), "pvguard-judged-"));
  context.after(() => rmSync(folder, { recursive: true }));
  const refusal = "ValidatingAdmissionPolicy 'pvguard-claim-data' with binding 'pvguard-claim-data' denied";
  const claims = "persistentvolumeclaims";
  const lines = [
    asked("colleague", "delete", claims, refusal),
    asked("binder", "update", claims),
    asked("binder", "delete", "persistentvolumes"),
    asked("binder", "update", claims, 'claims "pvguard-test-1" has been modified'),
    asked("binder", "get", claims),
    asked("binder", "delete", "pods"),
  ];
  const log = join(folder, "requests.log");
  writeFileSync(log, `${lines.join("\n")}\n{"verb":"del`);
  const good = judged(folder);
  assert.deepEqual([good.controlPlanes, good.refused], [1, []]);
  assert.equal(
    accountOf(good).join("\n"),
    [
      "under the guards: 1 control planes, each of which refused every accident to colleague",
      "  binder: delete persistentvolumes 1, update persistentvolumeclaims 2",
      "  colleague: delete persistentvolumeclaims 1",
      "refused to nobody else",
    ].join("\n"),
  );
  writeFileSync(log, `${[...lines, asked("binder", "delete", claims, refusal)].join("\n")}\n`);
  assert.deepEqual(judged(folder).refused, [`binder: delete ${claims} shop/data: ${refusal}`]);
});
