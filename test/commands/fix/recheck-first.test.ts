/** S6: what is compared right before the first step of an item. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Planned } from "../../../src/commands/fix/planning.ts";
import { unchangedSince } from "../../../src/commands/fix/recheck.ts";
import { words } from "../../../src/kubernetes/index.ts";
import type { PlanItem, PlannedWrite } from "../../../src/report/index.ts";
import { item } from "../../changes/executor/support/plans.ts";
import { plain } from "../../support/fault-server/surroundings.ts";
import {
  because,
  claim,
  danger,
  deletion,
  later,
  one,
  planned,
  ref,
  release,
  removal,
} from "./second-look.ts";

async function atFirst(before: PlanItem, found: Planned): Promise<string> {
  const answer = await unchangedSince(
    before,
    undefined,
    async () => found,
    () => 0,
  );
  if (answer === "unchanged") return answer;
  assert.deepEqual([answer.reason, answer.object], ["ChangedSincePlan", claim]);
  return plain(answer.message);
}

const changed = "pvc/data (shop) has changed since the plan was made: ";
const otherClaim = { ...claim, name: "other" };

for (const [what, found, says] of [
  ["nothing", [one(removal("7"))], "unchanged"],
  [
    "another remedy is proposed",
    [one(removal("7"), { remedy: "other", title: words("Wait") })],
    `${changed}the plan would now be a different one (Wait)`,
  ],
  [
    "only another object is left",
    [one(removal("7"), { because: { ...because, object: otherClaim } })],
    `${changed}it no longer exists, or needs no fix`,
  ],
  [
    "another cause",
    [one(removal("7"), { because: { ...because, leaves: ["B x", "C y"] } })],
    `${changed}the cause is now a different one (B x, C y)`,
  ],
  [
    "another object of that name",
    [one(removal("7"), { because: { ...because, object: { ...claim, uid: "c9" } } })],
    `${changed}a different object now has this name`,
  ],
  ["another version", [one(removal("8"))], `${changed}resourceVersion 7→8`],
  ["another finalizer", [one(removal("7", "c/d"))], `${changed}other steps are needed now`],
  ["a version that is none", [one(removal("8 or ;"))], `${changed}resourceVersion 7→8or`],
  [
    "a new danger",
    [one(removal("7"), { accept: [danger, { name: "B", because: words("two") }] })],
    `${changed}there is a new danger: a pod came; two`,
  ],
] as const) {
  test(`S6: right before the first step: ${what}`, async () => {
    const told = await atFirst(one(removal("7")), planned(found));
    assert.equal(told.replace(/\. Nothing was sent\.$/, ""), says);
  });
}

test("S6: a refusal is a sentence already", async () => {
  const refusal = { reason: "R", object: claim, message: words("A pod came."), instead: words("") };
  const told = await atFirst(one(removal("7")), { ...planned([]), refusals: [refusal] });
  assert.equal(told, `${changed}A pod came. Nothing was sent.`);
});

test("S6: a danger that was accepted is no new one", async () => {
  const known = one(removal("7"), { accept: [danger] });
  assert.equal(await atFirst(known, planned([known])), "unchanged");
});

test("S6: what is refused of something else is told where nothing is known of this", async () => {
  const refusals = [
    { reason: "A", object: otherClaim, message: words("the other one is refused") },
    { reason: "B", object: claim, message: words("this one is refused") },
  ];
  const before = one(removal("7"));
  assert.match(await atFirst(before, planned([], { refusals })), /made: this one is refused\. Nothing/);
  const [first] = refusals;
  assert.ok(first !== undefined);
  assert.match(
    await atFirst(before, planned([], { refusals: [first] })),
    /made: the other one is refused\. N/,
  );
  const idle = [{ object: otherClaim, because: words("all is well") }];
  assert.match(
    await atFirst(before, planned([], { idle })),
    /made: it no longer exists, or needs no fix\. Nothing was/,
  );
});

test("S6: a danger that comes beside one that was accepted is a new one", async () => {
  const more = { name: "DiskLeaks", because: words("the disk leaks") };
  const told = await atFirst(
    one(removal("7"), { accept: [danger] }),
    planned([one(removal("7"), { accept: [danger, more] })]),
  );
  assert.match(told, /there is a new danger: the disk leaks\. Nothing was sent\.$/);
});

test("S6: the versions of all steps are told, of those that have one", async () => {
  const of = (...given: readonly PlannedWrite[]) => item(given, { because, remedy: "release-claim-ref" });
  const creating: PlannedWrite = {
    when: "now",
    step: { do: "create", resource: "v1/persistentvolumes", ref, manifest: "{}" },
  };
  const before = of(removal("7"), creating, later(release), deletion("8"));
  const told = await atFirst(before, planned([of(removal("7"), creating, later(release), deletion("9"))]));
  assert.match(told, /made: resourceVersion 7,8→7,9\. Nothing was sent\.$/);
});
