import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type Act,
  type Edit,
  fieldsOf,
  flatten,
  isSameJson,
  pointedAt,
  type RawObject,
  rawObject,
  stepOf,
} from "../../src/model/index.ts";

const volumes = "v1/persistentvolumes";
const on = { apiVersion: "v1", kind: "PersistentVolume", name: "disk", uid: "u1" };
const drop: Act = { do: "drop-finalizer", on, finalizer: "a/b" };

function read(metadata: object = {}, others: object = {}): RawObject {
  const found = rawObject(
    JSON.stringify({
      apiVersion: "v1",
      kind: "PersistentVolume",
      metadata: {
        name: "disk",
        uid: "u1",
        resourceVersion: "7",
        deletionTimestamp: "2026-11-20T11:00:00Z",
        finalizers: ["a/b"],
        ...metadata,
      },
      ...others,
    }),
  );
  assert.ok(found);
  return found;
}

const living = { deletionTimestamp: undefined };

/** The reason why there is nothing to send, with its words; or what there is to send. */
function outcome(act: Act, found: RawObject | "absent" = read()): string {
  const step = stepOf(act, found, volumes);
  return "do" in step ? step.do : `${step.reason}: ${flatten(step.message, (data) => data)}`;
}

test("a removal becomes a PUT of the text as it was read", () => {
  const found = read();
  const target = { resource: volumes, ref: on, resourceVersion: "7" };
  assert.deepEqual(stepOf(drop, found, volumes), { do: "replace", target, without: "a/b", read: found.text });
});

for (const [what, act, found, expected] of [
  ["an object that is gone", drop, "absent", "ObjectGone: persistentvolume/disk is gone already."],
  [
    "another object of that name",
    drop,
    read({ uid: "u2" }),
    "AnotherObject: persistentvolume/disk is gone: a different object now has this name.",
  ],
  [
    "a finalizer that is gone",
    drop,
    read({ finalizers: ["c/d"] }),
    "FinalizerGone: The finalizer a/b of persistentvolume/disk is gone already.",
  ],
  [
    "no finalizers at all",
    drop,
    read({ finalizers: undefined }),
    "FinalizerGone: The finalizer a/b of persistentvolume/disk is gone already.",
  ],
  [
    "an object that nobody deletes",
    drop,
    read(living),
    "NotBeingDeleted: persistentvolume/disk is not being deleted, and keeps its finalizers.",
  ],
  [
    "an object with time left",
    drop,
    read({ deletionGracePeriodSeconds: 30 }),
    "StillTerminatingGracefully: persistentvolume/disk still has its time to end by itself, 30 seconds from when it was deleted.",
  ],
  ["an object without time left", drop, read({ deletionGracePeriodSeconds: 0 }), "replace"],
  ["a deletion", { do: "delete", on }, read(living), "delete"],
  [
    "a deletion of what is being deleted",
    { do: "delete", on },
    read(),
    "AlreadySo: persistentvolume/disk is being deleted already.",
  ],
  ["a creation", { do: "create", on, manifest: "{}" }, "absent", "create"],
  [
    "a creation of what there is",
    { do: "create", on, manifest: "{}" },
    read(),
    "ObjectExists: persistentvolume/disk exists already.",
  ],
  ["a wait", { do: "wait", on, until: "Gone", seconds: 1 }, "absent", "wait"],
] as const) {
  test(`${what}: ${expected}`, () => assert.equal(outcome(act, found), expected));
}

test("an object that nobody deletes: what to do instead", () => {
  const step = stepOf(drop, read(living), volumes);
  assert.ok(!("do" in step) && step.instead !== undefined);
  assert.equal(flatten(step.instead, String), "Delete it first.");
});

test("an object that is gone: there is nothing to do instead", () => {
  assert.equal("instead" in stepOf(drop, "absent", volumes), false);
});

function edited(
  edit: Edit,
  found = read(living, { spec: { policy: "Retain", modes: ["a", "z"], nested: { x: 1 } } }),
): string {
  return outcome({ do: "edit", on, edits: [edit] }, found);
}

const already = "AlreadySo: persistentvolume/disk is so already.";
const changed = (path: string) =>
  `FieldChanged: ${path} of persistentvolume/disk has changed since the plan was made.`;

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
      assert.match(
        edited(edit),
        /^FinalizersAreNotEdited: .* of persistentvolume\/disk is not for pvguard to edit\.$/,
      ));
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
  assert.deepEqual(stepOf({ do: "edit", on, edits }, found, volumes), {
    do: "patch",
    target: { resource: volumes, ref: on, resourceVersion: "7" },
    tests: [
      { path: "/metadata/uid", value: "u1" },
      { path: "/metadata/resourceVersion", value: "7" },
    ],
    edits: [edits[1], edits[2]],
  });
});

const letters = [..."abcdefghijk"];
const document = { a: { "b/c": { "d~e": 1 } }, list: ["x", "y"], letters, "": 2 };

for (const [path, expected] of [
  ["", { state: "found", value: document }],
  ["/a/b~1c/d~0e", { state: "found", value: 1 }],
  ["/list/1", { state: "found", value: "y" }],
  ["/list/2", { state: "absent" }],
  ["/letters/10", { state: "found", value: "k" }],
  ["/list/-", { state: "absent" }],
  ["/list/01", { state: "absent" }],
  ["/a/none", { state: "absent" }],
  ["/a/none/none", { state: "no-parent" }],
  ["/list/0/x", { state: "no-parent" }],
  ["/toString", { state: "absent" }],
  ["/", { state: "found", value: 2 }],
  ["a", { state: "no-parent" }],
] as const) {
  test(`a pointer: ${path}`, () => assert.deepEqual(pointedAt(document, path), expected));
}

for (const [one, other, same] of [
  [{ a: 1, b: [1, { c: null }] }, { b: [1, { c: null }], a: 1 }, true],
  [{ a: 1 }, { a: 1, b: 2 }, false],
  [{ a: undefined }, { b: undefined }, false],
  [[1, 2], [2, 1], false],
  [[1], [1, 2], false],
  [[], {}, false],
  ["1", 1, false],
  [null, {}, false],
] as const) {
  test(`the same JSON: ${JSON.stringify(one)} and ${JSON.stringify(other)}`, () =>
    assert.equal(isSameJson(one, other), same));
}

for (const text of [
  "",
  "null",
  "[]",
  "{}",
  '{"metadata":{}}',
  '{"apiVersion":"v1","kind":"X","metadata":{"name":"x","uid":"u"}}',
  '{"apiVersion":"v1","kind":"X","metadata":{"name":7,"uid":"u","resourceVersion":"1"}}',
]) {
  test(`no object: ${text}`, () => assert.equal(rawObject(text), undefined));
}

for (const path of ["/metadata/uid", "/metadata/name", "/metadata/finalizersOfUid/-", "/status/phase/deep"]) {
  test(`S3: nothing but a finalizer is added at ${path}`, () => {
    const expected = path.includes("OfUid") ? /^FieldChanged/ : /^FinalizersAreNotEdited/;
    assert.match(edited({ op: "add", path, value: "y" }), expected);
  });
}

for (const [one, other] of [
  [
    [1, 2],
    [1, 3],
  ],
  [
    { a: 1, b: 2 },
    { a: 1, b: 3 },
  ],
  [[], { length: 0 }],
] as const) {
  test(`not the same JSON: ${JSON.stringify(one)} and ${JSON.stringify(other)}`, () => {
    assert.equal(isSameJson(one, other), false);
    assert.equal(isSameJson(other, one), false);
  });
}

const whole = {
  apiVersion: "v1",
  kind: "X",
  metadata: { name: "x", namespace: "n", uid: "u", resourceVersion: "1" },
};

test("an object says which one it is, with its namespace", () => {
  const found = rawObject(JSON.stringify(whole));
  assert.deepEqual(found?.ref, { apiVersion: "v1", kind: "X", name: "x", namespace: "n", uid: "u" });
});

test("an empty text says nothing", () => {
  const found = read({ namespace: "", deletionTimestamp: "" });
  assert.deepEqual(found.ref, on);
  assert.equal(fieldsOf(found).deletionTimestamp, undefined);
});

for (const field of ["apiVersion", "kind"] as const) {
  test(`an object without ${field} is none`, () => {
    assert.equal(rawObject(JSON.stringify({ ...whole, [field]: undefined })), undefined);
    assert.equal(rawObject(JSON.stringify({ ...whole, [field]: "" })), undefined);
  });
}

test("what is no grace period and no list of finalizers counts as none", () => {
  const found = read({ deletionGracePeriodSeconds: "30", finalizers: "a/b" });
  assert.deepEqual([fieldsOf(found).graceSeconds, fieldsOf(found).finalizers], [0, []]);
});
