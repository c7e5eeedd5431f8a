import assert from "node:assert/strict";
import { test } from "node:test";
import { testSurroundings } from "../support/edge.ts";
import { volume, volumePath } from "../support/objects.ts";
import { item, now, plan } from "../support/plans.ts";
import { run, subject, troubled } from "../support/subject.ts";
import { act, edit, living, patched, policy, volumes } from "./acts.ts";

test("S5: an edit goes out with tests of uid, version and old value, and is proved", async (context) => {
  const it = await troubled(context, [living], testSurroundings());
  const [told] = await act(it, edit);
  assert.deepEqual([told?.status, told?.detail], ["done", "pv/disk is as planned."]);
  const sent = it.middleman.seen.find(({ method }) => method === "PATCH");
  assert.deepEqual(JSON.parse(sent?.body ?? ""), [
    { op: "test", path: "/metadata/uid", value: "u1" },
    { op: "test", path: "/metadata/resourceVersion", value: "2" },
    { op: "test", path: policy, value: "Retain" },
    { op: "replace", path: policy, value: "Delete" },
  ]);
});

test("S15: an edit that is so already sends nothing", async (context) => {
  const it = await subject(context, [living]);
  const made = plan(item([now(edit, await it.raw(volumes), volumes)]));
  const [first] = await run(it, made);
  const [second] = await run(it, made);
  assert.deepEqual([first?.status, second?.status, it.writes().length], ["done", "already", 1]);
});

test("F69: an edit of what changed since is refused, and the versions are said", async (context) => {
  const it = await subject(context, [living]);
  const step = now(edit, await it.raw(volumes), volumes);
  await patched(it, volumePath, { metadata: { labels: { x: "y" } } });
  const [told] = await run(it, plan(item([step])));
  assert.equal(
    told?.detail,
    "pv/disk has changed since the plan was made (resourceVersion changed from 2 to 3). Nothing was sent.",
  );
});

test("F69: an edit whose field changed since is refused by name", async (context) => {
  const it = await subject(context, [living]);
  const step = now(edit, await it.raw(volumes), volumes);
  await patched(it, volumePath, { spec: { persistentVolumeReclaimPolicy: "Recycle" } });
  const [told] = await run(it, plan(item([step])));
  assert.deepEqual(
    [told?.status, told?.detail],
    ["refused", `${policy} of pv/disk has changed since the plan was made.`],
  );
});

test("F72: an edit of what is gone is a surprise", async (context) => {
  const it = await subject(context, [volume(["example.com/a"])]);
  const step = now(edit, await it.raw(volumes), volumes);
  await patched(it, volumePath, { metadata: { finalizers: null } });
  const [told] = await run(it, plan(item([step])));
  assert.equal(told?.status, "refused");
});

test("F83: an edit that got no answer, of an object that somebody else changed, is not proven", async (context) => {
  const it = await troubled(context, [living], testSurroundings());
  const step = now(edit, await it.raw(volumes), volumes);
  it.trouble(async () => {
    await patched(it, volumePath, { metadata: { labels: { x: "y" } } });
    return "lost-before" as const;
  });
  assert.equal((await run(it, plan(item([step]))))[0]?.status, "unproven");
});
