import assert from "node:assert/strict";
import { test } from "node:test";
import type { Snapshot } from "../../../src/cluster/index.ts";
import { listOf, object, readFiles, refusal } from "./reading.ts";

interface Facts {
  readonly uid?: string;
  readonly resourceVersion?: string;
  readonly phase?: string;
}

function podWith({ uid = "u", resourceVersion, phase = "Running" }: Facts): object {
  const metadata = { name: "web", namespace: "shop", uid, resourceVersion };
  return { apiVersion: "v1", kind: "Pod", metadata, status: { phase } };
}

async function merged(
  first: Facts,
  second: Facts,
): Promise<{ readonly phase: string; readonly notes: string }> {
  const files = { "1.json": listOf(podWith(first)), "2.json": listOf(podWith(second)) };
  const snapshot = await readFiles(files);
  const [reading] = snapshot.readings;
  assert.ok(reading?.read && reading.resource === "v1/pods");
  assert.equal(reading.items.length, 1);
  const [item] = reading.items;
  assert.ok(item !== undefined && "status" in item && item.status !== undefined && "phase" in item.status);
  return { phase: String(item.status.phase), notes: snapshot.skipped.join() };
}

test("the newer of two descriptions of an object is kept", async () => {
  const old = { resourceVersion: "9", phase: "Pending" };
  const fresh = { resourceVersion: "10", phase: "Running" };
  assert.deepEqual(await merged(old, fresh), { phase: "Running", notes: "" });
  assert.deepEqual(await merged(fresh, old), { phase: "Running", notes: "" });
  assert.deepEqual(await merged(fresh, fresh), { phase: "Running", notes: "" });
});

test("descriptions of which neither is known to be newer are ambiguous", async () => {
  const cases: readonly (readonly [Facts, Facts])[] = [
    [{ phase: "Pending" }, { phase: "Running" }],
    [{ phase: "Pending", resourceVersion: "9" }, { phase: "Running" }],
    [
      { phase: "Pending", resourceVersion: "9" },
      { phase: "Running", resourceVersion: "9" },
    ],
    [
      { uid: "other", resourceVersion: "11" },
      { uid: "u", resourceVersion: "10" },
    ],
  ];
  for (const [first, second] of cases) {
    assert.match((await merged(first, second)).notes, /Pod shop\/web is ambiguous/);
  }
});

function clock({ takenAt, clock }: Snapshot): readonly string[] {
  return [takenAt, clock];
}

test("without a flag and a header the newest moment in the input is now", async () => {
  const read = async (metadata: object, rest: object = {}) => {
    const item = { ...object("v1", "Pod", "a", "shop", rest) };
    return clock(
      await readFiles({ "f.json": listOf({ ...item, metadata: { ...item.metadata, ...metadata } }) }),
    );
  };
  const at = (time: string) => [time, "newest-timestamp"];
  assert.deepEqual(await read({ creationTimestamp: "2026-11-01T00:00:00Z" }), at("2026-11-01T00:00:00Z"));
  const status = { conditions: [{ type: "Ready", lastTransitionTime: "2026-11-02T00:00:00Z" }] };
  assert.deepEqual(
    await read({ creationTimestamp: "2026-11-01T00:00:00Z" }, { status }),
    at("2026-11-02T00:00:00Z"),
  );
  const deleted = { deletionTimestamp: "2026-11-02T00:00:30Z", deletionGracePeriodSeconds: 30 };
  assert.deepEqual(await read(deleted), at("2026-11-02T00:00:00Z"));
});

test("a moment that cannot have come yet is no clock", async () => {
  const future = object("v1", "Pod", "a", "shop", { status: { startTime: "9999-01-01T00:00:00Z" } });
  const odd = object("v1", "Pod", "b", "shop", { status: { startTime: "2026-13-45T00:00:00Z" } });
  const snapshot = await readFiles({ "f.json": listOf(future, odd) });
  assert.deepEqual(clock(snapshot), ["2026-11-20T12:00:00Z", "newest-timestamp"]);
});

test("a malformed --at is refused", async () => {
  assert.match(await refusal({ "f.json": listOf() }, { at: "-3" }), /--at must be a time/);
});
