/** One write, and what each refusal leads to: whether it is sent again, after how long, and what is said. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { disk, remove } from "../pure/writes.ts";
import type { TestSurroundings } from "../support/edge.ts";
import { testSurroundings } from "../support/edge.ts";
import { as, busy, changed, check, gone, name, old, played, said, unread } from "./played.ts";

for (const [what, answer, status, looksAfter] of [
  ["408", said(408, "late"), "unproven", "many"],
  ["500", said(500, "oh"), "unproven", "many"],
  ["500 with a time", said(500, "oh", { "Retry-After": "1" }), "unproven", "many"],
  ["503", said(503, "oh"), "unproven", "many"],
  ["504", said(504, "oh"), "unproven", "many"],
  ["500 of a webhook", said(500, 'failed calling webhook "w": no'), "refused", 0],
  ["400", said(400, "no"), "refused", 0],
  ["403", said(403, "no"), "refused", 0],
  ["499", said(499, "no"), "refused", 0],
  ["404", said(404, "no"), "refused", 1],
  ["409", said(409, "no"), "refused", 1],
  ["422", said(422, "no"), "refused", 1],
] as const) {
  test(`a no with ${what}, and the object is as it was: ${status}`, async (context) => {
    const { end, methods } = await played(context, { writes: [answer] });
    assert.equal(end.status, status);
    const looks = methods.split(" ").length - 1;
    assert.ok(looksAfter === "many" ? looks > 5 : looks === looksAfter, `${looks}`);
  });
}

test("a no to what is so already is no failure, and one to what changed says what did", async (context) => {
  const already = await played(context, { writes: [said(409, "no")], looks: [gone] });
  assert.deepEqual([already.end.status, already.end.detail], ["already", `${name} no longer exists.`]);
  const other = await played(context, { writes: [said(409, "no")], looks: [changed] });
  assert.match(other.end.detail, /was changed by another client \(resourceVersion changed from 7 to 8/);
});

test("a deletion that was begun before the server said no is not said to be refused", async (context) => {
  const denied = said(403, 'admission webhook "w" denied the request: no');
  const going = as(disk(["a/b"]));
  const begun = await played(context, { write: remove, writes: [denied], looks: [going] });
  assert.deepEqual([begun.end.status, begun.check, begun.methods], ["unproven", check, "DELETE GET"]);
  assert.match(
    begun.end.detail,
    /refused the request \(.*refused the request: no\), and yet: .* is being deleted/,
  );
  const alive = as(disk(["a/b"], { deletionTimestamp: undefined }));
  const refused = await played(context, { write: remove, writes: [denied], looks: [alive] });
  assert.equal(refused.end.status, "refused");
});

const guarded = said(
  403,
  "persistentvolumes \"disk\" is forbidden: ValidatingAdmissionPolicy 'pvguard-volume' with binding 'pvguard-volume' denied request: pvguard: volume disk is Bound",
);
const alive = as(disk(["a/b"], { deletionTimestamp: undefined }));

test("a policy of the guards is asked again: it hears a moment later of what was changed just before", async (context) => {
  const going = as(disk(["a/b"], { resourceVersion: "8" }));
  const { end, methods, waited, world } = await played(context, {
    write: remove,
    writes: [guarded, guarded, as(disk(["a/b"]))],
    looks: [alive, alive, going],
  });
  assert.deepEqual([end.status, methods, waited], ["done", "DELETE GET DELETE GET DELETE GET", 2000]);
  assert.deepEqual(new Set(world.surroundings.notes()), new Set([askedAgain]));
});

const askedAgain =
  "A guard refused the request. It may not have seen the latest changes yet, so it is asked again.";

test("a guard that goes on refusing is believed, and so is one whose object cannot be read again", async (context) => {
  const never = await played(context, { write: remove, writes: [guarded], looks: [alive] });
  assert.deepEqual([never.end.status, never.end.code, never.waited], ["refused", 403, 3000]);
  assert.match(never.end.detail, /^The ValidatingAdmissionPolicy pvguard-volume .* volume disk is Bound$/);
  const blind = await played(context, { write: remove, writes: [guarded], looks: [unread] });
  assert.deepEqual([blind.end.status, blind.methods], ["refused", "DELETE GET"]);
  assert.match(blind.end.detail, /volume disk is Bound$/);
});

test("it is not asked again about an object that has changed, nor is any other policy or webhook", async (context) => {
  const touched = as(disk(["a/b"], { deletionTimestamp: undefined, resourceVersion: "8" }));
  const other = await played(context, { write: remove, writes: [guarded], looks: [touched] });
  assert.deepEqual([other.end.status, other.methods], ["refused", "DELETE GET"]);
  assert.match(other.end.detail, /was changed by another client/);
  for (const message of [
    "ValidatingAdmissionPolicy 'keep' with binding 'pvguard-b' denied request: no",
    'admission webhook "deletions.pvguard.dev" denied the request: pvguard: data',
  ]) {
    const once = await played(context, { write: remove, writes: [said(403, message)], looks: [alive] });
    assert.deepEqual([once.end.status, once.waited], ["refused", 0]);
  }
});

test("what the server asks to send again is sent again, four times at most", async (context) => {
  const never = await played(context, { writes: [busy(1)] });
  assert.deepEqual([never.end.status, never.end.code, never.waited], ["refused", 429, 3000]);
  assert.equal(never.methods, "PUT GET PUT GET PUT GET PUT");
  assert.deepEqual(never.world.surroundings.notes(), [
    "The API server asks to retry in 1 second.",
    "The API server asks to retry in 1 second.",
    "The API server asks to retry in 1 second.",
  ]);
});

test("the waits that the server asks for are twenty seconds in all, and no more", async (context) => {
  assert.equal((await played(context, { writes: [busy(10)] })).methods, "PUT GET PUT GET PUT");
  assert.equal((await played(context, { writes: [busy(20)] })).methods, "PUT GET PUT");
  assert.equal((await played(context, { writes: [busy(21)] })).methods, "PUT");
  assert.equal((await played(context, { writes: [busy(7)] })).methods, "PUT GET PUT GET PUT");
});

test("what cannot be read after such a wait is not sent again", async (context) => {
  const { end, methods } = await played(context, { writes: [busy(1)], looks: [unread] });
  assert.deepEqual(
    [end.status, end.detail, methods],
    ["refused", "The server was overloaded, and the object could not be read again.", "PUT GET"],
  );
});

test("F87: who interrupts during such a wait has changed nothing", async (context) => {
  const person = new AbortController();
  const surroundings = testSurroundings({ signal: person.signal, sleep: async () => person.abort() });
  const {
    end,
    methods,
    check: how,
  } = await played(context, { writes: [busy(1)], looks: [old], surroundings });
  assert.deepEqual(
    [end.status, end.detail, end.code, methods, how],
    ["interrupted", "Interrupted. Nothing was changed.", 429, "PUT", undefined],
  );
});

test("F88: who interrupts after it went out is told how to look", async (context) => {
  const person = new AbortController();
  const surroundings = testSurroundings({ signal: person.signal });
  const told: TestSurroundings = { ...surroundings, tell: () => person.abort() };
  const { end, check: how } = await played(context, { writes: ["lost"], surroundings: told });
  assert.deepEqual([end.status, how], ["interrupted", check]);
});
