/** The removal of a finalizer, and who can come in between. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Act, PlannedWrite } from "../../../src/report/index.ts";
import { ask } from "../../contract/requests.ts";
import { volume, volumePath } from "./support/objects.ts";
import { item, now, plan } from "./support/plans.ts";
import type { Subject } from "./support/subject.ts";
import { run, subject } from "./support/subject.ts";

const volumes = "v1/persistentvolumes";
const on = { apiVersion: "v1", kind: "PersistentVolume", name: "disk", uid: "u1" };
const [a, b] = ["example.com/a", "example.com/b"];
const drop: Act = { do: "drop-finalizer", on, finalizer: a };
const put = `PUT ${volumePath}?fieldManager=pvguard`;

async function planned(it: Subject): Promise<PlannedWrite> {
  return now(drop, await it.raw(volumes), volumes);
}

/** A rival acts in this pause of the next write. */
function interleaved(it: Subject, where: string, rival: () => Promise<unknown>): void {
  it.server.interleave(async (pause) => {
    if (pause !== where) return;
    it.server.interleave(() => {});
    await rival();
  });
}

function label(it: Subject): Promise<unknown> {
  const body = { metadata: { labels: { rival: "yes" } } };
  return ask(it.server, "PATCH", volumePath, { type: "application/merge-patch+json", body });
}

function finish(it: Subject, finalizers: readonly string[] = []): Promise<unknown> {
  const body = { metadata: { finalizers } };
  return ask(it.server, "PATCH", volumePath, { type: "application/merge-patch+json", body });
}

async function finishAndCreate(it: Subject): Promise<void> {
  await finish(it);
  const body = { apiVersion: "v1", kind: "PersistentVolume", metadata: { name: "disk" }, spec: {} };
  await ask(it.server, "POST", "/api/v1/persistentvolumes", { body });
}

test("S16: the last finalizer goes, and the object with it", async (context) => {
  const it = await subject(context, [volume([a])]);
  const told = await run(it, plan(item([await planned(it)])));
  assert.deepEqual(told, [{ status: "done", detail: "pv/disk no longer exists.", check: "" }]);
  assert.equal(await it.read(volumePath), "absent");
  assert.deepEqual(it.writes(), [put]);
});

test("S16: one of several goes, and what still holds the object is said", async (context) => {
  const it = await subject(context, [volume([b, a])]);
  const [told] = await run(it, plan(item([await planned(it)])));
  assert.equal(told?.detail, `The finalizer ${a} of pv/disk is removed. Still held by: ${b}.`);
  const left = await it.read(volumePath);
  assert.deepEqual(left !== "absent" && left.metadata, {
    ...(volume([b]).metadata as object),
    resourceVersion: "3",
  });
});

for (const [what, metadata, reason] of [
  ["that is not being deleted", { deletionTimestamp: undefined }, /is not being deleted/],
  [
    "that still has time to end",
    { deletionGracePeriodSeconds: 30 },
    /is still in its grace period, 30 seconds/,
  ],
] as const) {
  test(`S2: nothing is sent for an object ${what}`, async (context) => {
    const it = await subject(context, [volume([a], { metadata })]);
    const [told] = await run(it, plan(item([{ when: "later", act: drop }])));
    assert.equal(told?.status, "refused");
    assert.match(told?.detail ?? "", reason);
    assert.deepEqual(it.writes(), []);
  });
}

test("F69: an object that changed since the plan is left alone, and what changed is said", async (context) => {
  const it = await subject(context, [volume([a])]);
  const step = await planned(it);
  await label(it);
  const before = it.writes().length;
  const [told] = await run(it, plan(item([step])));
  assert.deepEqual(told, {
    status: "refused",
    detail:
      "pv/disk has changed since the plan was made (resourceVersion changed from 2 to 3: metadata.labels was added). Nothing was sent.",
    check: "",
  });
  assert.equal(it.writes().length, before);
});

test("F69: one that changes while the write is under way is a conflict, and what changed is said", async (context) => {
  const it = await subject(context, [volume([a])]);
  const step = await planned(it);
  interleaved(it, "before-write", () => label(it));
  const [told] = await run(it, plan(item([step])));
  assert.equal(told?.status, "refused");
  assert.match(
    told?.detail ?? "",
    /was changed by another client \(resourceVersion changed from 2 to 3: metadata.labels was added\)/,
  );
  assert.notEqual(await it.read(volumePath), "absent");
});

test("F70: one that was made anew before the write is not touched", async (context) => {
  const it = await subject(context, [volume([a])]);
  const step = await planned(it);
  await finishAndCreate(it);
  const before = it.writes().length;
  const [told] = await run(it, plan(item([step])));
  assert.equal(told?.status, "already");
  assert.match(told?.detail ?? "", /no longer exists: a different object now has this name/);
  assert.equal(it.writes().length, before);
});

test("F71: a finalizer that somebody else removed is a success", async (context) => {
  const it = await subject(context, [volume([a, b])]);
  const step = await planned(it);
  await finish(it, [b]);
  const [told] = await run(it, plan(item([step])));
  assert.equal(told?.status, "already");
  assert.match(told?.detail ?? "", /has already been removed\. Another client removed it\./);
});

test("F71: also when they do it while the write is under way", async (context) => {
  const it = await subject(context, [volume([a, b])]);
  const step = await planned(it);
  interleaved(it, "before-write", () => finish(it, [b]));
  const [told] = await run(it, plan(item([step])));
  assert.equal(told?.status, "already");
  assert.match(told?.detail ?? "", /Still held by: example\.com\/b/);
});

for (const when of ["before", "while"] as const) {
  test(`F72: an object that is gone ${when} the write is a success`, async (context) => {
    const it = await subject(context, [volume([a])]);
    const step = await planned(it);
    if (when === "before") await finish(it);
    else interleaved(it, "before-write", () => finish(it));
    const [told] = await run(it, plan(item([step])));
    assert.equal(told?.status, "already");
    assert.match(told?.detail ?? "", /no longer exists/);
  });
}

for (const pause of ["before-write", "before-final-delete"] as const) {
  test(`F73: what a rival creates anew ${pause} stays`, async (context) => {
    const it = await subject(context, [volume([a])]);
    const step = await planned(it);
    interleaved(it, pause, () => finishAndCreate(it));
    const [told] = await run(it, plan(item([step])));
    assert.equal(told?.status, "already");
    assert.match(told?.detail ?? "", /a different one now has the name pv\/disk/);
    const left = await it.read(volumePath);
    assert.ok(left !== "absent" && (left.metadata as { uid: string }).uid !== "u1");
  });
}

test("S15: the same plan once more finds it done, and sends nothing", async (context) => {
  const it = await subject(context, [volume([a, b])]);
  const made = plan(item([await planned(it)]));
  const [first] = await run(it, made);
  const [second] = await run(it, made);
  assert.deepEqual([first?.status, second?.status, it.writes()], ["done", "already", [put]]);
});

test("S14: a batch stops at the first surprise", async (context) => {
  const other = {
    ...volume([a]),
    metadata: { ...(volume([a]).metadata as object), name: "other", uid: "u2" },
  };
  const it = await subject(context, [volume([a]), other]);
  const first = await planned(it);
  const second = now(
    { do: "drop-finalizer", on: { ...on, name: "other", uid: "u2" }, finalizer: a },
    await it.raw(volumes, "other"),
    volumes,
  );
  await label(it);
  const told = await run(it, plan(item([first]), item([second])));
  assert.deepEqual(
    told.map(({ status }) => status),
    ["refused"],
  );
  assert.equal(it.writes().filter((write) => write.startsWith("PUT")).length, 0);
});

test("F98: two of us at once: one does it, the other finds it done", async (context) => {
  const it = await subject(context, [volume([a])]);
  const made = plan(item([await planned(it)]));
  const [one, other] = await Promise.all([run(it, made), run(it, made)]);
  const ends = [one[0]?.status, other[0]?.status].sort();
  assert.ok(["already,done", "done,done"].includes(ends.join()), ends.join());
  assert.equal(await it.read(volumePath), "absent");
});
