import assert from "node:assert/strict";
import { test } from "node:test";
import { inputSource } from "../../src/commands/index.ts";
import type { KubeObject } from "../../src/kubernetes/index.ts";
import { snapshotOf } from "../support/snapshot.ts";
import { annotated } from "./audit-ignore.test.ts";
import { audit, files, held } from "./support/audit.ts";
import { runCommand } from "./support/run-command.ts";

async function saved(objects: readonly KubeObject[]): Promise<string> {
  return (await audit(objects)).out;
}

const withBaseline = async (
  before: readonly KubeObject[],
  after: readonly KubeObject[],
  argv: readonly string[] = [],
) => audit(after, ["--baseline=b.json", ...argv], files({ "b.json": await saved(before) }));

test("with a baseline only what is new is shown, and what was solved", async () => {
  const { names, report } = await withBaseline(
    [...held("old"), ...held("gone")],
    [...held("old"), ...held("new")],
  );
  assert.deepEqual(names, ["new"]);
  const { known, solved, unsure } = report.audit.comparison;
  assert.deepEqual([known, solved[0].object.name, solved.length, unsure], [1, "gone", 1, []]);
});

test("nothing new is exit 0, whatever is known", async () => {
  const { code, names } = await withBaseline(held("old"), held("old"), ["--fail-on=warning"]);
  assert.deepEqual([code, names], [0, []]);
});

test("an object that was deleted and made again is new", async () => {
  const { names, report } = await withBaseline(held("data"), held("data", { uid: "another" }));
  assert.deepEqual(names, ["data"]);
  assert.equal(report.audit.comparison.solved.length, 1);
});

test("what could not be looked at again is not solved", async () => {
  const blind = inputSource(snapshotOf(held("old"), ["v1/persistentvolumeclaims"]));
  const surroundings = files({ "b.json": await saved(held("old")) });
  const ran = await runCommand(
    ["audit", "--rules=PVG101", "--baseline=b.json", "-ojson"],
    blind,
    surroundings,
  );
  const { comparison } = JSON.parse(ran.out).audit;
  assert.deepEqual([comparison.solved.length, comparison.unsure.length, ran.code], [0, 1, 3]);
});

test("what is ignored now is known, not solved", async () => {
  const { report } = await withBaseline(held("data"), annotated({ "pvguard.dev/ignore": "PVG101" }));
  assert.deepEqual([report.audit.comparison.known, report.audit.comparison.solved], [1, []]);
});

test("what lies outside of the question is not solved", async () => {
  const { report } = await withBaseline(held("data"), [], ["-n", "bank"]);
  assert.deepEqual(report.audit.comparison.solved, []);
});

for (const [text, message] of [
  ["{}", /b\.json: apiVersion is missing/],
  ['{"apiVersion":"pvguard.dev/v1","kind":"Report"}', /apiVersion is pvguard.dev\/v1, but/],
  ['{"apiVersion":"pvguard.dev/v1alpha1","kind":"Report","findings":[]}', /is not the report of an audit/],
  [
    '{"apiVersion":"pvguard.dev/v1alpha1","kind":"Report","audit":{},"takenAt":"x","findings":[{}]}',
    /findings\[0\]\.object is missing/,
  ],
  [
    '{"apiVersion":"pvguard.dev/v1alpha1","kind":"Report","audit":{},"takenAt":"x","findings":7}',
    /findings must be a list/,
  ],
  ["{", /b\.json, line 1, column \d+: this is not valid YAML/],
] as const) {
  test(`a baseline that cannot be one is refused: ${text.slice(0, 70)}`, async () => {
    const { err, code } = await audit([], ["--baseline=b.json"], files({ "b.json": text }));
    assert.match(err, message);
    assert.equal(code, 2);
  });
}
