/** The lines of one run: enough to see later whether each write happened. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { JournalLine } from "../../../../src/changes/executor/index.ts";
import { recorder } from "../../../../src/changes/executor/journal.ts";
import type { Outside } from "../../../../src/changes/executor/outside.ts";
import { ended, openEnd } from "../../../../src/changes/executor/outside.ts";
import { say } from "../../../../src/kubernetes/index.ts";
import type { Write } from "../../../../src/report/index.ts";
import { testSurroundings } from "../support/edge.ts";
import { approved, item, plan, raw } from "../support/plans.ts";

const ref = { apiVersion: "v1", kind: "PersistentVolume", name: "disk", uid: "u1" };
const target = { resource: "v1/persistentvolumes", ref, resourceVersion: "7" } as const;
const uid = { path: "/metadata/uid", value: "u1" };
const edits = [{ op: "add", path: "/x", value: 1 }] as const;
const read = '{"metadata":{"finalizers":["a/b"]}}';

const writes: readonly (readonly [Write, object])[] = [
  [
    { do: "replace", target, without: "a/b", read },
    { do: "replace", finalizer: "a/b", resourceVersion: "7", request: "PUT /api/v1/persistentvolumes/disk" },
  ],
  [
    { do: "patch", target, tests: [uid, uid], edits },
    { do: "patch", edits, resourceVersion: "7", request: "PATCH /api/v1/persistentvolumes/disk" },
  ],
  [
    { do: "delete", target },
    { do: "delete", resourceVersion: "7", request: "DELETE /api/v1/persistentvolumes/disk" },
  ],
  [
    { do: "create", resource: "v1/persistentvolumes", ref, manifest: "{}" },
    { do: "create", request: "POST /api/v1/persistentvolumes" },
  ],
];

function recording() {
  const lines: JournalLine[] = [];
  const surroundings = testSurroundings({ now: () => Date.parse("2026-11-20T12:00:00Z") });
  const journal = {
    path: "",
    earlier: [],
    unfinished: [],
    record: async (line: JournalLine) => {
      lines.push(line);
    },
  };
  // Nothing is sent here.
  const world = { surroundings } as unknown as Outside;
  const made = approved({ ...plan(item([])), context: "prod" });
  const records = recorder(world, journal, made, { run: "run-1", user: "ada" });
  const scene = {
    version: surroundings.version,
    plan: made.digest,
    server: "https://127.0.0.1/",
    context: "prod",
    user: "ada",
  };
  return { lines, surroundings, records, scene };
}

const time = "2026-11-20T12:00:00Z";

for (const [write, fields] of writes)
  test(`S18: the intent of a ${write.do}`, async () => {
    const { lines, surroundings, records, scene } = recording();
    const object = raw({
      apiVersion: "v1",
      kind: "X",
      metadata: { name: "x", uid: "u", resourceVersion: "1" },
    });
    const saved = [{ path: "/s/x.json", object, sha256: "abc" }];
    assert.equal(await records.intent(write, ["A leaf"], saved), "run-1/1");
    assert.equal(await records.intent(write, [], []), "run-1/2");
    assert.deepEqual(lines[0], {
      time,
      event: "intent",
      write: "run-1/1",
      ...scene,
      resource: "v1/persistentvolumes",
      object: ref,
      ...fields,
      because: ["A leaf"],
      backup: [{ file: "/s/x.json", sha256: "abc" }],
    });
    assert.deepEqual(
      surroundings.events,
      lines.map((line) => ({ told: "recorded", line })),
    );
  });

test("S18: a result has the number of its write, and is unknown while a person has to look", async () => {
  const { lines, records } = recording();
  await records.result("run-1/1", { ...ended("done", say`${"x"} is gone.`), code: 200, auditId: "a" });
  await records.result("run-1/2", openEnd("unproven", say`Who knows?`, target.resource, ref));
  const [event, nothing] = ["result", { code: undefined, auditId: undefined }];
  assert.deepEqual(lines, [
    { time, event, write: "run-1/1", status: "done", detail: '"x" is gone.', code: 200, auditId: "a" },
    { time, event, write: "run-1/2", status: "unknown", detail: "Who knows?", ...nothing },
  ]);
});

test("S18: what was not begun is recorded with its object", async () => {
  const { lines, records, scene } = recording();
  await records.decision(ref, ended("refused", say`${"x"} was changed.`));
  const told = { object: ref, status: "refused", detail: '"x" was changed.' };
  assert.deepEqual(lines, [{ time, event: "decision", write: "run-1", ...scene, ...told }]);
  assert.equal(records.run, "run-1");
});
