/** S6: which step is still the same one, when it was planned before its object was read, or is made by now. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { unchangedSince } from "../../../src/commands/fix/recheck.ts";
import type { PlannedWrite } from "../../../src/report/index.ts";
import { deletion, later, one, planned, ref, removal, retain, target } from "./second-look.ts";

/** A step that is to be made, and another one that is wanted now. */
const sameAim = async (planning: PlannedWrite, wanted: PlannedWrite) =>
  (await unchangedSince(
    one(planning),
    planning,
    async () => planned([one(wanted, { remedy: "another" })]),
    () => 0,
  )) === "unchanged";

const patch = (uid: string, value: string): PlannedWrite => ({
  when: "now",
  step: {
    do: "patch",
    target: { ...target("7"), ref: { ...ref, uid } },
    tests: [
      { path: "/metadata/uid", value: uid },
      { path: "/metadata/resourceVersion", value: "7" },
    ],
    edits: [{ op: "add", path: "/spec/x", value }],
  },
});

for (const [what, planning, wanted, isSame] of [
  [
    "the same removal, planned and now",
    later({ do: "drop-finalizer", on: ref, finalizer: "a/b" }),
    removal("9"),
    true,
  ],
  [
    "a removal of another finalizer",
    later({ do: "drop-finalizer", on: ref, finalizer: "c/d" }),
    removal("9"),
    false,
  ],
  [
    "a removal from another object",
    later({ do: "drop-finalizer", on: { ...ref, uid: "v2" }, finalizer: "a/b" }),
    removal("9"),
    false,
  ],
  ["the same deletion", later({ do: "delete", on: ref }), deletion("9"), true],
  ["a deletion where an edit was", later(retain), deletion("9"), false],
  [
    "the same edit",
    later({ do: "edit", on: ref, edits: [{ op: "add", path: "/spec/x", value: "1" }] }),
    patch("v1", "1"),
    true,
  ],
  [
    "another edit",
    later({ do: "edit", on: ref, edits: [{ op: "add", path: "/spec/x", value: "1" }] }),
    patch("v1", "2"),
    false,
  ],
  ["an edit of another object", patch("v1", "1"), patch("v2", "1"), false],
  [
    "the same creation",
    later({ do: "create", on: { apiVersion: "v1", kind: "PersistentVolume", name: "disk" }, manifest: "{}" }),
    { when: "now", step: { do: "create", resource: "v1/persistentvolumes", ref, manifest: "{}" } },
    true,
  ],
] as const satisfies readonly (readonly [string, PlannedWrite, PlannedWrite, boolean])[]) {
  test(`S6: between two steps: ${what} is ${isSame ? "still wanted" : "another step"}`, async () => {
    assert.equal(await sameAim(planning, wanted), isSame);
    assert.equal(await sameAim(wanted, planning), isSame);
  });
}
