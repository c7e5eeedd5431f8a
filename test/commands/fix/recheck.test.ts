/** S6: how old what was seen may be, and what counts as unchanged, with a clock of the test's own. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Planned } from "../../../src/commands/fix/planning.ts";
import { unchangedSince } from "../../../src/commands/fix/recheck.ts";
import { words } from "../../../src/kubernetes/index.ts";
import type { Refusal } from "../../../src/report/index.ts";
import { item } from "../../changes/executor/support/plans.ts";
import { plain } from "../../support/fault-server/surroundings.ts";
import { because, claim, confirmed, danger, next, planned, release, retain, steps } from "./second-look.ts";

/** How it ends when each look takes so many seconds, and how many looks there were. */
async function looksOf(seconds: readonly number[], found: Planned = planned([confirmed])) {
  let time = 0;
  let looks = 0;
  const answer = await unchangedSince(
    confirmed,
    undefined,
    async () => {
      time += (seconds[looks++] ?? 0) * 1000;
      return found;
    },
    () => time,
  );
  return [typeof answer === "string" ? answer : answer.reason, looks] as const;
}

test("S6: what was looked at within ten seconds is fresh", async () => {
  assert.deepEqual(await looksOf([0]), ["unchanged", 1]);
  assert.deepEqual(await looksOf([10]), ["unchanged", 1]);
});

test("S6: older evidence is looked at again", async () => {
  assert.deepEqual(await looksOf([10.001, 3]), ["unchanged", 2]);
  assert.deepEqual(await looksOf([60, 11, 10]), ["unchanged", 3]);
});

test("S6: when no look is quick enough, nothing is done", async () => {
  assert.deepEqual(await looksOf([11, 11, 11, 1]), ["ViewTooOld", 3]);
});

test("S6: an old look counts for nothing, whatever it saw", async () => {
  assert.deepEqual(await looksOf([11, 11, 11], planned([])), ["ViewTooOld", 3]);
});

async function between(found: Planned): Promise<"unchanged" | Refusal> {
  return await unchangedSince(
    confirmed,
    next,
    async () => found,
    () => 0,
  );
}

test("S6: between two steps the causes may be others: the first step was to change something", async () => {
  const rest = item([{ when: "later", act: release }], { because: { object: claim, leaves: ["Another"] } });
  assert.equal(await between(planned([rest])), "unchanged");
});

for (const [what, found, says] of [
  [
    "the rest is not wanted any more",
    planned([item([{ when: "later", act: retain }], { because })]),
    /the plan would now be a different one \(A title\)\. Nothing more was sent\.$/,
  ],
  [
    "nothing is wanted any more",
    planned([], { idle: [{ object: claim, because: words("all is well") }] }),
    /all is well/,
  ],
  [
    "it is refused now",
    planned([], {
      refusals: [{ reason: "IncompleteView", object: claim, message: words("pods were not read") }],
    }),
    /pods were not read/,
  ],
  ["a new danger is there", planned([item(steps, { because, accept: [danger] })]), /a pod came/],
  [
    "the name belongs to another object",
    planned([item(steps, { because: { ...because, object: { ...claim, uid: "c2" } } })]),
    /a different object now has this name/,
  ],
] as const) {
  test(`S6: between two steps: ${what}: it stops`, async () => {
    const answer = await between(found);
    assert.ok(answer !== "unchanged");
    assert.equal(answer.reason, "ChangedSincePlan");
    assert.match(plain(answer.message), says);
  });
}

test("S6: a look that takes too long says how long it may take", async () => {
  let time = 0;
  const answer = await unchangedSince(
    confirmed,
    undefined,
    async () => {
      time += 11_000;
      return planned([confirmed]);
    },
    () => time,
  );
  assert.ok(answer !== "unchanged");
  assert.match(plain(answer.message), /^Reading the cluster takes longer than 10 seconds, so what was/);
});

test("S6: between two steps what another object needs is no step of this one", async () => {
  const elsewhere = item([{ when: "later", act: release }], {
    because: { ...because, object: { ...claim, name: "other" } },
  });
  const answer = await between(planned([elsewhere]));
  assert.ok(answer !== "unchanged");
  assert.match(plain(answer.message), /it no longer exists, or needs no fix/);
});
