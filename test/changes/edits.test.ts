import assert from "node:assert/strict";
import { test } from "node:test";
import { writeFor } from "../../src/changes/index.ts";
import type { Edit } from "../../src/report/index.ts";
import { living, on, outcome, read, volumes } from "../kubernetes/support/disk.ts";

export function edited(
  edit: Edit,
  found = read(living, { spec: { policy: "Retain", modes: ["a", "z"], nested: { x: 1 } } }),
): string {
  return outcome({ do: "edit", on, edits: [edit] }, found);
}

const already = "AlreadySo: pv/disk needs no change.";

const changed = (path: string) => `FieldChanged: ${path} of pv/disk has changed since the plan was made.`;

for (const [edit, expected] of [
  [{ op: "replace", path: "/spec/policy", value: "Delete", was: "Retain" }, "patch"],
  [{ op: "replace", path: "/spec/policy", value: "Retain", was: "Delete" }, already],
  [{ op: "replace", path: "/spec/policy", value: "Delete", was: "Recycle" }, changed("/spec/policy")],
  [{ op: "replace", path: "/spec/none", value: "Delete", was: "Recycle" }, changed("/spec/none")],
  [{ op: "replace", path: "/spec/nested", value: { x: 2 }, was: { x: 1 } }, "patch"],
  [{ op: "remove", path: "/spec/policy", was: "Retain" }, "patch"],
  [{ op: "remove", path: "/spec/policy", was: "Delete" }, changed("/spec/policy")],
  [{ op: "remove", path: "/spec/none", was: "x" }, already],
  [{ op: "remove", path: "/none/none", was: "x" }, already],
  [{ op: "add", path: "/spec/none", value: 1 }, "patch"],
  [{ op: "add", path: "/spec/policy", value: "Retain" }, already],
  [{ op: "add", path: "/spec/policy", value: "Delete" }, changed("/spec/policy")],
  [{ op: "add", path: "/none/none", value: 1 }, changed("/none/none")],
  [{ op: "add", path: "/spec/modes/-", value: "b" }, "patch"],
  [{ op: "add", path: "/spec/modes/-", value: "a" }, already],
  [{ op: "add", path: "/spec/policy/-", value: "a" }, changed("/spec/policy/-")],
  [{ op: "add", path: "/spec/none/-", value: "a" }, changed("/spec/none/-")],
  [{ op: "add", path: "/metadata/finalizers/-", value: "c/d" }, "patch"],
] as const) {
  test(`${edit.op} at ${edit.path}: ${expected}`, () => assert.equal(edited(edit), expected));
}

for (const path of [
  "",
  "/",
  "/metadata",
  "/metadata/finalizers",
  "/metadata/finalizers/0",
  "/metadata/finalizers/10",
  "/metadata/uid",
  "/metadata/resourceVersion",
  "/metadata/deletionTimestamp",
  "/metadata/deletionGracePeriodSeconds",
  "/metadata/name",
  "/metadata/namespace",
  "/kind",
  "/apiVersion",
  "/status",
  "/status/phase",
]) {
  for (const edit of [
    { op: "remove", path, was: "x" },
    { op: "replace", path, value: "y", was: "x" },
  ] as const) {
    test(`S3: nothing is sent that would ${edit.op} ${path || "the object"}`, () =>
      assert.match(edited(edit), /^FinalizersAreNotEdited: pvguard does not edit .* of pv\/disk\.$/));
  }
}

test("S3: a finalizer is not added to what is being deleted", () => {
  assert.match(
    edited({ op: "add", path: "/metadata/finalizers/-", value: "c/d" }, read()),
    /^FinalizersAreNotEdited/,
  );
});

test("S3: fields whose names only begin like those may be edited", () => {
  const found = read({ ...living, finalizersOfMine: "x", labels: { uid: "x" } });
  assert.equal(edited({ op: "remove", path: "/metadata/labels/uid", was: "x" }, found), "patch");
  assert.equal(edited({ op: "remove", path: "/metadata/finalizersOfMine", was: "x" }, found), "patch");
});

test("S5: an edit carries tests of uid and version, and leaves out what is so already", () => {
  const edits: readonly [Edit, ...Edit[]] = [
    { op: "replace", path: "/spec/policy", value: "Retain", was: "Delete" },
    { op: "add", path: "/spec/new", value: 1 },
    { op: "remove", path: "/spec/old", was: "x" },
  ];
  const found = read(living, { spec: { policy: "Retain", old: "x" } });
  assert.deepEqual(writeFor({ do: "edit", on, edits }, found, volumes), {
    do: "patch",
    target: { resource: volumes, ref: on, resourceVersion: "7" },
    tests: [
      { path: "/metadata/uid", value: "u1" },
      { path: "/metadata/resourceVersion", value: "7" },
    ],
    edits: [edits[1], edits[2]],
  });
});
