/** S6: how old what was seen may be, and what counts as unchanged, with a clock of the test's own. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Planned } from "../../../src/commands/fix/planning.ts";
import { unchangedSince } from "../../../src/commands/fix/recheck.ts";
import { type Act, type PlanItem, type PlannedStep, type Refusal, words } from "../../../src/model/index.ts";
import { item, plan } from "../../executor/support/plans.ts";

const claim = { apiVersion: "v1", kind: "PersistentVolumeClaim", namespace: "shop", name: "data", uid: "c1" };
const volume = { apiVersion: "v1", kind: "PersistentVolume", name: "disk", uid: "v1" };
const retain: Act = {
  do: "edit",
  on: volume,
  edits: [{ op: "replace", path: "/spec/persistentVolumeReclaimPolicy", value: "Retain", was: "Delete" }],
};
const release: Act = {
  do: "edit",
  on: volume,
  edits: [{ op: "remove", path: "/spec/claimRef/uid", was: "c0" }],
};
const steps: readonly PlannedStep[] = [retain, release].map((act) => ({ when: "later", act }));
const [, next] = steps;
const because = { object: claim, leaves: ["AReason pod/a"] };
const confirmed = item(steps, { because, remedy: "release-claim-ref" });

function planned(items: readonly PlanItem[], more: Partial<Planned> = {}): Planned {
  return {
    plan: plan(...items),
    digest: "d",
    refusals: [],
    idle: [],
    failures: [],
    read: new Map(),
    evidence: [],
    ...more,
  };
}

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

const danger = { name: "PodUsesClaim", because: words("a pod came") };

for (const [what, found, says] of [
  [
    "the rest is not wanted any more",
    planned([item([{ when: "later", act: retain }], { because })]),
    /not there any more/,
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
    /not there any more/,
  ],
] as const) {
  test(`S6: between two steps: ${what}: it stops`, async () => {
    const answer = await between(found);
    assert.ok(answer !== "unchanged");
    assert.equal(answer.reason, "ChangedSincePlan");
    assert.match(JSON.stringify(answer.message), says);
  });
}
