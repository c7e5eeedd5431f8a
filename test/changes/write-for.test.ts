import assert from "node:assert/strict";
import { test } from "node:test";
import { writeFor } from "../../src/changes/index.ts";
import { flatten } from "../../src/kubernetes/index.ts";
import type { Act } from "../../src/report/index.ts";
import { living, on, outcome, read, volumes } from "../kubernetes/support/disk.ts";

const drop: Act = { do: "drop-finalizer", on, finalizer: "a/b" };

test("a removal becomes a PUT of the text as it was read", () => {
  const found = read();
  const target = { resource: volumes, ref: on, resourceVersion: "7" };
  assert.deepEqual(writeFor(drop, found, volumes), {
    do: "replace",
    target,
    without: "a/b",
    read: found.text,
  });
});

for (const [what, act, found, expected] of [
  ["an object that is gone", drop, "absent", "ObjectGone: pv/disk no longer exists."],
  [
    "another object of that name",
    drop,
    read({ uid: "u2" }),
    "AnotherObject: pv/disk no longer exists: a different object now has this name.",
  ],
  [
    "a finalizer that is gone",
    drop,
    read({ finalizers: ["c/d"] }),
    "FinalizerGone: The finalizer a/b of pv/disk has already been removed.",
  ],
  [
    "no finalizers at all",
    drop,
    read({ finalizers: undefined }),
    "FinalizerGone: The finalizer a/b of pv/disk has already been removed.",
  ],
  [
    "an object that nobody deletes",
    drop,
    read(living),
    "NotBeingDeleted: pv/disk is not being deleted, so its finalizers are kept.",
  ],
  [
    "an object with time left",
    drop,
    read({ deletionGracePeriodSeconds: 30 }),
    "StillTerminatingGracefully: pv/disk is still in its grace period, 30 seconds from its deletion.",
  ],
  ["an object without time left", drop, read({ deletionGracePeriodSeconds: 0 }), "replace"],
  ["a deletion", { do: "delete", on }, read(living), "delete"],
  [
    "a deletion of what is being deleted",
    { do: "delete", on },
    read(),
    "AlreadySo: pv/disk is already being deleted.",
  ],
  ["a creation", { do: "create", on, manifest: "{}" }, "absent", "create"],
  [
    "a creation of what there is",
    { do: "create", on, manifest: "{}" },
    read(),
    "ObjectExists: pv/disk already exists.",
  ],
] as const) {
  test(`${what}: ${expected}`, () => assert.equal(outcome(act, found), expected));
}

test("an object that nobody deletes: what to do instead", () => {
  const step = writeFor(drop, read(living), volumes);
  assert.ok(!("do" in step) && step.instead !== undefined);
  assert.equal(flatten(step.instead, String), "Delete it first.");
});

test("an object that is gone: there is nothing to do instead", () => {
  assert.equal("instead" in writeFor(drop, "absent", volumes), false);
});
