import assert from "node:assert/strict";
import { test } from "node:test";
import type { Act } from "../../../../src/report/index.ts";
import { testSurroundings } from "../support/edge.ts";
import { volume, volumePath } from "../support/objects.ts";
import { item, now, plan } from "../support/plans.ts";
import { run, subject, troubled } from "../support/subject.ts";
import { act, living, onVolume, patched, volumes } from "./acts.ts";

const remove: Act = { do: "delete", on: onVolume };

test("S16: a deletion says what still holds the object", async (context) => {
  const it = await subject(context, [living]);
  const [told] = await act(it, remove);
  assert.deepEqual(
    [told?.status, told?.detail],
    ["done", "pv/disk is being deleted. Held by: kubernetes.io/pv-protection."],
  );
});

test("S16: a deletion of what nothing holds ends with the object gone", async (context) => {
  const it = await subject(context, [{ ...living, metadata: { name: "disk", uid: "u1" } }]);
  const [told] = await act(it, remove);
  assert.deepEqual(
    [told?.status, told?.detail, await it.read(volumePath)],
    ["done", "pv/disk no longer exists.", "absent"],
  );
});

test("S15: what is being deleted is not deleted again", async (context) => {
  const it = await subject(context, [volume(["example.com/a"])]);
  const [told] = await run(it, plan(item([{ when: "later", act: remove }])));
  assert.deepEqual([told?.status, it.writes()], ["already", []]);
});

test("S5: a deletion carries uid and version, and does not touch another object of that name", async (context) => {
  const it = await troubled(context, [living], testSurroundings());
  const step = now(remove, await it.raw(volumes), volumes);
  it.trouble(async () => {
    await patched(it, volumePath, { metadata: { labels: { x: "y" } } });
    return "passes" as const;
  });
  const [told] = await run(it, plan(item([step])));
  assert.equal(told?.status, "refused");
  const left = await it.read(volumePath);
  assert.ok(left !== "absent" && !("deletionTimestamp" in (left.metadata as object)));
});
