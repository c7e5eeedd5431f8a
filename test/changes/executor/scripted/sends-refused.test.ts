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
