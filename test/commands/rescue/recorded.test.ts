/** What the journal of an earlier run proves of the disks of a rescue, and what it does not. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { JournalLine } from "../../../src/changes/executor/index.ts";
import type { Rescue } from "../../../src/changes/rescue/index.ts";
import { recordedRetain } from "../../../src/commands/rescue/earlier-run.ts";
import { plain } from "../../support/fault-server/surroundings.ts";

const server = "https://kubernetes.example:6443";
const path = "/spec/persistentVolumeReclaimPolicy";
const time = "2026-11-20T11:30:00Z";
const object = { apiVersion: "v1", kind: "PersistentVolume", name: "pv-data", uid: "u1" };

function intent(more: object = {}, write = "run/1"): JournalLine {
  const edits = [{ op: "replace", path, value: "Retain", was: "Delete" }];
  return { time, event: "intent", write, server, do: "patch", object, edits, ...more };
}

function result(status: unknown, write = "run/1"): JournalLine {
  return { time, event: "result", write, status };
}

function rescue(uid = "u1", safe: readonly string[] = []): Rescue {
  const half = (name: string, id: string) => ({ name, uid: id, manifest: "{}" });
  const pairs = [{ claim: half("data", "c1"), volume: half("pv-data", uid) }];
  return { namespace: { name: "shop", uid: "n1" }, pairs, stopped: [], safe, accepted: [] };
}

const tried =
  "An earlier run at 2026-11-20T11:30:00Z tried to set pv/pv-data to Retain, but did not see the result. That does not prove that the volume has Retain.";
const other = (value: unknown) => [{ op: "replace", path, value, was: "Retain" }];

for (const [what, lines, safe, open] of [
  ["a write whose result was seen", [intent(), result("done")], ["pv-data"], []],
  ["one that was so already", [intent(), result("already")], ["pv-data"], []],
  ["one that a later run saw to be so", [intent(), result("unknown"), result("so")], ["pv-data"], []],
  [
    "one of several edits",
    [intent({ edits: ["x", { path: "/spec/x" }, ...other("Retain")] }), result("done")],
    ["pv-data"],
    [],
  ],
  ["a write of which nobody saw the end", [intent()], [], [tried]],
  ["one that is not proven", [intent(), result("unknown")], [], [tried]],
  ["one that was refused", [intent(), result("refused")], [], [tried]],
  ["the result of another write", [intent(), result("done", "run/2")], [], [tried]],
  ["a result that came before", [result("done", "run/0"), intent()], [], [tried]],
  ["another server", [intent({ server: "https://other" }), result("done")], [], []],
  ["another volume", [intent({ object: { ...object, name: "pv-other" } }), result("done")], [], []],
  ["another volume of that name", [intent({ object: { ...object, uid: "u0" } }), result("done")], [], []],
  [
    "a claim of that name",
    [intent({ object: { ...object, kind: "PersistentVolumeClaim" } }), result("done")],
    [],
    [],
  ],
  ["no object", [intent({ object: "pv-data" }), result("done")], [], []],
  [
    "another field",
    [intent({ edits: [{ op: "add", path: "/spec/x", value: "Retain" }] }), result("done")],
    [],
    [],
  ],
  ["no edits", [intent({ edits: undefined }), result("done")], [], []],
  ["a decision", [{ ...intent(), event: "decision" } as const, result("done")], [], []],
  [
    "a write that changed it back",
    [intent(), result("done"), intent({ edits: other("Delete") }, "run/2"), result("done", "run/2")],
    [],
    [],
  ],
  [
    "a write after that that set it again",
    [intent({ edits: other("Delete") }), result("done"), intent({}, "run/2"), result("done", "run/2")],
    ["pv-data"],
    [],
  ],
  ["nothing", [], [], []],
] as const satisfies readonly (readonly [
  string,
  readonly JournalLine[],
  readonly string[],
  readonly string[],
])[]) {
  test(`what the journal proves of Retain: ${what}`, () => {
    const found = recordedRetain(rescue(), server, lines);
    assert.deepEqual([found.safe, found.open.map(plain)], [safe, open]);
  });
}

test("what is known to be safe stays so, whatever the journal says", () => {
  const found = recordedRetain(rescue("u1", ["pv-data"]), server, [intent()]);
  assert.deepEqual(found, { safe: ["pv-data"], open: [] });
});

test("of a volume that was gone before, the journal says nothing", () => {
  const line = intent({ object: { ...object, uid: "" } });
  assert.deepEqual(recordedRetain(rescue(""), server, [line, result("done")]), { safe: [], open: [] });
});
