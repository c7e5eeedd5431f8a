/** One write, and what a yes or no answer at all comes to: how long is looked, what is said. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { carryOut } from "../../../../src/changes/executor/carry-out.ts";
import { plain } from "../../../support/fault-server/surroundings.ts";
import { before, create, disk, patch, remove, replace, spec } from "../pure/writes.ts";
import { testSurroundings } from "../support/edge.ts";
import type { Said } from "../support/scripted.ts";
import { scripted } from "../support/scripted.ts";
import { as, changed, check, gone, json, name, old, played, said, unread } from "./played.ts";

test("yes, and it is so at once: done, with what the journal keeps of the answer", async (context) => {
  const {
    end,
    check: none,
    methods,
    waited,
  } = await played(context, {
    writes: [said(200, "", { "Audit-Id": "a-7" })],
    looks: [gone],
  });
  assert.deepEqual(end, { status: "done", detail: `${name} no longer exists.`, code: 200, auditId: "a-7" });
  assert.deepEqual([none, methods, waited], [undefined, "PUT GET", 0]);
});

test("an answer without an Audit-Id has none in the journal", async (context) => {
  const { end } = await played(context, { writes: [said(200, "")], looks: [gone] });
  assert.deepEqual(Object.keys(end).sort(), ["code", "detail", "status"]);
});

test("yes, and it is so after a while: it is looked for until then, at most ten seconds", async (context) => {
  const late = await played(context, { writes: [said(200, "")], looks: [old, changed, gone] });
  assert.deepEqual([late.end.status, late.methods], ["done", "PUT GET GET GET"]);
  const never = await played(context, { writes: [said(200, "")] });
  assert.deepEqual(
    [never.end.status, never.end.detail, never.check],
    ["unproven", "The server accepted the request, but the object has not changed.", check],
  );
  assert.ok(never.waited > 8000 && never.waited <= 10_000, `${never.waited}`);
});

test("yes, and it is otherwise, or cannot be read: not proven", async (context) => {
  const otherwise = await played(context, { writes: [said(200, "")], looks: [changed] });
  assert.deepEqual([otherwise.end.status, otherwise.check], ["unproven", check]);
  assert.equal(
    otherwise.end.detail,
    `The server accepted the request, but: ${name} was changed by another client (resourceVersion changed from 7 to 8: metadata.labels was added).`,
  );
  const blind = await played(context, { writes: [said(200, "")], looks: [unread] });
  assert.deepEqual([blind.end.status, blind.check], ["unproven", check]);
  assert.match(
    blind.end.detail,
    /^The server accepted the request\. The result could not be read: pv\/disk could not be read: /,
  );
});

test("silence, and then it is so: done, and never sent again", async (context) => {
  const { end, methods, world } = await played(context, { writes: ["lost"], looks: [old, old, gone] });
  assert.deepEqual(end, {
    status: "done",
    detail: `The server did not confirm it, but the request was carried out: ${name} no longer exists.`,
  });
  assert.equal(methods, "PUT GET GET GET");
  assert.match(
    world.surroundings.notes().join(),
    /was lost \(ECONNRESET\)\. Checking the result of the request\.$/,
  );
});

test("silence, and it stays as it was: not proven, after as long as a server may take", async (context) => {
  const { end, check: how, waited } = await played(context, { writes: ["lost"] });
  assert.deepEqual([end.status, how], ["unproven", check]);
  assert.match(
    end.detail,
    /was lost \(ECONNRESET\)\. The object has not changed so far. The server may still change it\.$/,
  );
  assert.ok(waited > 37_000 && waited <= 40_000, `${waited}`);
});

const alive = as(disk(["a/b"], { resourceVersion: "8", deletionTimestamp: undefined }));

for (const [write, changed] of [
  [replace, as(disk(["a/b"], { resourceVersion: "8" }))],
  [remove, alive],
] as const) {
  test(`silence, and somebody else changed it: a ${write.do} cannot be done any more, and no more is looked`, async (context) => {
    const { end, methods, check: how } = await played(context, { write, writes: ["lost"], looks: [changed] });
    assert.deepEqual([end.status, how, methods.split(" ").length], ["refused", undefined, 2]);
    assert.match(
      end.detail,
      /was lost \(ECONNRESET\)\. The request was not carried out, and cannot be carried out now: pv\/disk was changed by/,
    );
  });
}

test("silence, and somebody else changed it: a patch may yet come, so that it is looked for on", async (context) => {
  const patched = as(disk(["a/b"], { resourceVersion: "9" }, spec("new")));
  const other = as(disk(["a/b"], { resourceVersion: "8" }, spec("old")));
  const late = await played(context, { write: patch, writes: ["lost"], looks: [other, other, patched] });
  assert.deepEqual([late.end.status, late.methods], ["done", "PATCH GET GET GET"]);
  const never = await played(context, { write: patch, writes: ["lost"], looks: [other] });
  assert.deepEqual([never.end.status, never.check], ["unproven", check]);
  assert.match(never.end.detail, /was lost \(ECONNRESET\)\. pv\/disk was changed by another client/);
  assert.ok(never.waited > 37_000);
});

test("silence, and nothing can be read: not proven", async (context) => {
  const { end, check: how } = await played(context, { writes: ["lost"], looks: [unread] });
  assert.deepEqual([end.status, how], ["unproven", check]);
  assert.match(end.detail, /was lost \(ECONNRESET\)\. The result could not be read: /);
});

test("what never went out was refused, and nothing is looked at", async (context) => {
  const surroundings = testSurroundings();
  const world = await scripted(context, "unreachable", surroundings);
  const { status, detail, check: how } = await carryOut(world, replace, before);
  assert.deepEqual([status, how, world.asked], ["refused", undefined, []]);
  assert.match(
    plain(detail),
    /^Nothing was sent: The connection to the server memory\.invalid:80 was refused/,
  );
});

test("warnings of the server are told", async (context) => {
  const { world } = await played(context, {
    writes: [said(200, "", { Warning: '299 - "old field", 299 - "bad name"' })],
    looks: [gone],
  });
  assert.deepEqual(world.surroundings.notes(), [
    "Warning from the server: old field",
    "Warning from the server: bad name",
  ]);
  assert.deepEqual(
    world.surroundings.events.map(({ told }) => told),
    ["note", "note"],
  );
});

test("what is created is known by the uid of the answer, whatever else it became", async (context) => {
  const made = (uid: string, x: string) => disk([], { uid, deletionTimestamp: undefined }, spec(x));
  const answer: Said = { code: 201, headers: json, body: made("u9", "other").text };
  const ours = await played(context, { write: create, writes: [answer], looks: [as(made("u9", "other"))] });
  assert.deepEqual([ours.end.status, ours.end.detail], ["done", "It was created."]);
  const theirs = await played(context, { write: create, writes: [answer], looks: [as(made("u8", "other"))] });
  assert.equal(theirs.end.status, "unproven");
  const missing = await played(context, { write: create, writes: [answer], looks: [gone] });
  assert.equal(missing.end.status, "unproven");
  const silent: Said = { code: 201, headers: json, body: "{}" };
  const none = await played(context, { write: create, writes: [silent], looks: [gone] });
  assert.equal(none.end.status, "unproven");
});
