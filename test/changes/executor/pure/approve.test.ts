/** What the executor tells a user whose yes is not enough. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { isApproved } from "../../../../src/changes/executor/approve.ts";
import type { GivenBy } from "../../../../src/changes/executor/index.ts";
import { answerWanted, approve, digestOf } from "../../../../src/changes/executor/index.ts";
import { words } from "../../../../src/kubernetes/index.ts";
import type { Plan } from "../../../../src/report/index.ts";
import { plain } from "../../../support/fault-server/surroundings.ts";
import { item, plan } from "../support/plans.ts";

const danger = (name: string) => ({ name, because: words("It stays.") });
const about = (name: string) => ({ object: { apiVersion: "v1", kind: "X", name }, leaves: [] });
const safe = item([], { safety: "safe" });
const risky = item([], {
  safety: "risky",
  because: about("one"),
  accept: [danger("DiskLeaks"), danger("Other")],
});
const other = item([], { because: about("two"), accept: [danger("Other")] });
const again = item([], { because: about("one") });
const mixed = plan(safe, risky, other, again);
const accepted = ["DiskLeaks", "Other"];

function said(made: Plan, given: GivenBy, names: readonly string[] = accepted): string {
  const answer = approve(made, { given, accepted: names });
  return "refused" in answer ? plain(answer.refused) : "approved";
}

const rows: readonly (readonly [string, Plan, GivenBy, readonly string[], string])[] = [
  ["nothing to do", plan(), { by: "yes" }, [], "The plan is empty. There is nothing to do."],
  ["nothing accepted", mixed, { by: "yes" }, [], "Not accepted: DiskLeaks, Other. Nothing was sent."],
  ["one accepted", mixed, { by: "yes" }, ["Other"], "Not accepted: DiskLeaks. Nothing was sent."],
  [
    "--yes, and one item is not safe",
    mixed,
    { by: "yes" },
    accepted,
    `--yes works only for a plan in which every step is safe: use --confirm=${digestOf(mixed)}.`,
  ],
  ["--yes, and all is safe", plan(safe, safe), { by: "yes" }, [], "approved"],
  ["another answer", mixed, { by: "answer", typed: "one" }, accepted, "Not confirmed. Nothing was sent."],
  ["the names of both, each once", mixed, { by: "answer", typed: "one two" }, accepted, "approved"],
  [
    "another digest",
    mixed,
    { by: "digest", digest: "abc" },
    accepted,
    `--confirm=abc is the digest of a different plan. The digest of this plan is ${digestOf(mixed)}. Nothing was sent.`,
  ],
  ["its digest", mixed, { by: "digest", digest: digestOf(mixed) }, accepted, "approved"],
];

for (const [what, made, given, names, expected] of rows)
  test(`S1: ${what}: ${expected.slice(0, 40)}`, () => assert.equal(said(made, given, names), expected));

test("S1: what must be typed names every object in danger, once, and is y without any", () => {
  assert.equal(answerWanted(mixed), "one two");
  assert.equal(answerWanted(plan(safe)), "y");
});

test("S20: only the very plan that was approved is an approved one, as long as nobody changes it", () => {
  const items = [safe];
  const made = { ...plan(), items };
  const approved = approve(made, { given: { by: "yes" }, accepted: [] });
  assert.ok(!("refused" in approved));
  assert.equal(isApproved(approved), true);
  assert.equal(isApproved({ ...approved }), false);
  items.push(safe);
  assert.equal(isApproved(approved), false);
});
