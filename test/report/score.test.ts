import assert from "node:assert/strict";
import { test } from "node:test";
import { scoreOf } from "../../src/report/index.ts";
import { memorySource } from "../commands/support/memory-source.ts";
import { runCommand } from "../commands/support/run-command.ts";
import { claim, pod } from "../support/objects.ts";
import { snapshotOf } from "../support/snapshot.ts";

type Counted = Parameters<typeof scoreOf>[0];
const report = (errors: number, warnings: number, more: object = {}) =>
  ({ troubles: { errors, warnings }, silenced: [], skipped: [], ...more }) as unknown as Counted;

test("the score as docs/score.md computes it", () => {
  const rows = [
    [0, 0, 100],
    [1, 0, 90],
    [0, 1, 98],
    [2, 3, 76],
    [7, 3, 45],
    [50, 0, 0],
  ] as const;
  for (const [errors, warnings, value] of rows) assert.equal(scoreOf(report(errors, warnings))?.value, value);
});

test("no score where something was not checked, and none of a part", () => {
  assert.equal(scoreOf(report(0, 0, { silenced: [{ code: "PVG101" }] }))?.value, undefined);
  assert.equal(scoreOf(report(0, 0, { skipped: ["x"] }))?.value, undefined);
  assert.equal(scoreOf({ silenced: [], skipped: [] } as unknown as Counted), undefined);
});

const objects = ["a", "b"].flatMap((name) => [
  claim({
    name,
    namespace: "shop",
    phase: "Bound",
    volumeName: `pv-${name}`,
    deletionTimestamp: "2026-11-18T00:00:00Z",
    finalizers: ["kubernetes.io/pvc-protection"],
    annotations: name === "b" ? { "pvguard.dev/ignore": "*" } : {},
  }),
  pod({ name: `uses-${name}`, namespace: "shop", phase: "Succeeded", claims: [name] }),
]);

async function score(flags: readonly string[]): Promise<unknown> {
  const { out } = await runCommand(["audit", "-o", "json", ...flags], memorySource(snapshotOf(objects)));
  const document: { readonly audit: { readonly score?: unknown } } = JSON.parse(out);
  return document.audit.score;
}

test("the score does not depend on what is shown", async () => {
  const whole = await score([]);
  assert.ok(whole !== undefined);
  assert.deepEqual(await score(["--min-severity", "error"]), whole);
});

test("a part of the rules or of the objects has no score", async () => {
  for (const flags of [
    ["--rules", "PVG101"],
    ["--skip", "PVG314"],
    ["-l", "a=b"],
    ["--storage-class", "x"],
    ["pv"],
    ["pvc/a", "-n", "shop"],
  ])
    assert.equal(await score(flags), undefined, flags.join(" "));
});
