import assert from "node:assert/strict";
import { test } from "node:test";
import type { LiveRead } from "../../../../src/changes/executor/index.ts";
import { actOf, changesBetween, isCreated, judge } from "../../../../src/changes/executor/judge.ts";
import type { RawObject } from "../../../../src/kubernetes/index.ts";
import type { Write } from "../../../../src/report/index.ts";
import { plain } from "../../../support/fault-server/surroundings.ts";
import { volume } from "../support/objects.ts";
import { raw } from "../support/plans.ts";
import { before, create, disk, name, patch, remove, replace, spec, target } from "./writes.ts";

const alive = { deletionTimestamp: undefined };
const absent: LiveRead = { state: "absent" };
const found = (now: RawObject): LiveRead => ({ state: "found", raw: now });
const unread: LiveRead = { state: "unread", phrase: [{ words: "no answer" }] };

function told(write: Write, now: LiveRead, was: RawObject | "absent" = before): string {
  const judged = judge(write, was, now);
  switch (judged.is) {
    case "as-before":
      return judged.is;
    case "unread":
      return `${judged.is}: ${plain(judged.phrase)}`;
    case "so":
    case "otherwise":
      return `${judged.is}: ${plain(judged.detail)}`;
  }
}

for (const [what, write, now, expected] of [
  ["a removal", replace, absent, `so: ${name} no longer exists.`],
  ["a removal", replace, unread, "unread: no answer"],
  ["a removal", replace, found(before), "as-before"],
  [
    "a removal",
    replace,
    found(disk([], { resourceVersion: "8" })),
    `so: The finalizer a/b of ${name} is removed. No other finalizer is left.`,
  ],
  [
    "a removal",
    replace,
    found(disk(["x/y", "z/z"])),
    `so: The finalizer a/b of ${name} is removed. Still held by: x/y, z/z.`,
  ],
  [
    "a removal",
    replace,
    found(disk(["a/b"], { uid: "u2" })),
    `so: The object no longer exists: a different one now has the name ${name}.`,
  ],
  [
    "a removal",
    replace,
    found(disk(["a/b"], { resourceVersion: "8", labels: { x: "y" } })),
    `otherwise: ${name} was changed by another client (resourceVersion changed from 7 to 8: metadata.labels was added).`,
  ],
  [
    "a removal",
    replace,
    found(disk(["a/b"], alive)),
    `otherwise: ${name} is not being deleted, so its finalizers are kept.`,
  ],
  [
    "a removal",
    replace,
    found(disk(["a/b"], { deletionGracePeriodSeconds: 30 })),
    `otherwise: ${name} is still in its grace period, 30 seconds from its deletion.`,
  ],
  [
    "an edit of what nobody edits",
    { ...patch, edits: [{ op: "remove", path: "/metadata/uid", was: "u1" }] },
    found(disk([])),
    `otherwise: pvguard does not edit /metadata/uid of ${name}.`,
  ],
  ["a deletion", remove, absent, `so: ${name} no longer exists.`],
  ["a deletion", remove, found(disk([])), `so: ${name} is being deleted.`],
  ["a deletion", remove, found(disk(["a/b", "c/d"])), `so: ${name} is being deleted. Held by: a/b, c/d.`],
  ["a deletion", remove, found(disk([], alive)), "as-before"],
  [
    "a deletion",
    remove,
    found(disk([], { ...alive, uid: "u2" })),
    `so: The object no longer exists: a different one now has the name ${name}.`,
  ],
  ["an edit", patch, absent, `otherwise: ${name} no longer exists.`],
  [
    "an edit",
    patch,
    found(disk([], { uid: "u2" }, spec("new"))),
    `otherwise: ${name} no longer exists: a different object now has this name.`,
  ],
  ["an edit", patch, found(disk([], alive, spec("new"))), `so: ${name} is as planned.`],
  ["an edit", patch, found(disk([], alive, spec("old"))), "as-before"],
  [
    "an edit",
    patch,
    found(disk([], alive, spec("third"))),
    `otherwise: /spec/x of ${name} has changed since the plan was made.`,
  ],
  ["a creation", create, absent, "as-before"],
  [
    "a creation",
    create,
    found(
      raw({
        ...volume([]),
        metadata: { name: "disk", uid: "new", resourceVersion: "1" },
        spec: { x: 1, y: 2 },
      }),
    ),
    `so: ${name} exists.`,
  ],
  [
    "a creation",
    create,
    found(disk([], {}, spec("other"))),
    `otherwise: ${name} exists, but is not the object that pvguard wanted to create.`,
  ],
] as const) {
  test(`S16: ${what}: ${expected}`, () => assert.equal(told(write, now), expected));
}

test("S16: without the object as it was before, what changed is not said", () => {
  assert.equal(
    told(replace, found(disk(["a/b"], { resourceVersion: "8" })), "absent"),
    `otherwise: ${name} was changed by another client.`,
  );
});

for (const [manifest, now, expected] of [
  [{ spec: { a: [1] } }, { spec: { a: [2, 1], b: 1 } }, true],
  [{ spec: { a: [1] } }, { spec: { a: 1 } }, false],
  [{ spec: { a: [{ x: 1 }] } }, { spec: { a: [{ x: 1, y: 2 }] } }, true],
  [{ spec: { a: [{ x: 1 }, { x: 2 }] } }, { spec: { a: [{ x: 1 }] } }, false],
  [{ spec: {} }, { spec: "x" }, false],
  [{ spec: { a: 1 } }, { spec: {} }, false],
  [{ spec: { a: 1, b: 2 } }, { spec: { a: 1, b: 3 } }, false],
  [{ spec: { toString: 1 } }, { spec: {} }, false],
  [{ status: { phase: "Bound" } }, {}, true],
] as const) {
  test(`a manifest ${JSON.stringify(manifest)} and the object ${JSON.stringify(now)}`, () => {
    const object = raw({
      apiVersion: "v1",
      kind: "X",
      metadata: { name: "x", uid: "u", resourceVersion: "1" },
      ...now,
    });
    assert.equal(isCreated(JSON.stringify(manifest), object), expected);
  });
}

test("F69: what changed is named by its path; what always changes is not", () => {
  const one = disk(
    ["a/b"],
    { managedFields: [1], generation: 1 },
    { spec: { a: 1, b: { c: [1] }, d: null } },
  );
  const other = disk(
    ["a/b"],
    { managedFields: [2], generation: 2, resourceVersion: "9" },
    { spec: { b: { c: [2], e: 1 }, d: null } },
  );
  assert.equal(
    plain(changesBetween(one, other)),
    "resourceVersion changed from 7 to 9: spec.a was removed, spec.b.c was changed, spec.b.e was added",
  );
});

for (const [was, is] of [
  [{ x: 1 }, [1]],
  [[1], { x: 1 }],
  [{ x: 1 }, "text"],
  [{ x: 1 }, null],
] as const) {
  test(`F69: ${JSON.stringify(was)} that became ${JSON.stringify(is)} was changed`, () => {
    const after = disk([], { resourceVersion: "9" }, { spec: { a: is } });
    assert.equal(
      plain(changesBetween(disk([], {}, { spec: { a: was } }), after)),
      "resourceVersion changed from 7 to 9: spec.a was changed",
    );
  });
}

test("what a write is for does not depend on the version that it was made for", () => {
  const { ref } = target;
  assert.deepEqual([replace, patch, remove, create].map(actOf), [
    { do: "drop-finalizer", on: ref, finalizer: replace.without },
    { do: "edit", on: ref, edits: patch.edits },
    { do: "delete", on: ref },
    { do: "create", on: create.ref, manifest: create.manifest },
  ]);
});

test("F69: of many changes five are named, and the others counted", () => {
  const other = disk([], { resourceVersion: "9" }, { spec: { a: 1, b: 1, c: 1, d: 1, e: 1, f: 1, g: 1 } });
  const text = plain(changesBetween(disk([], {}, { spec: {} }), other));
  assert.equal(
    text,
    "resourceVersion changed from 7 to 9: spec.a was added, spec.b was added, spec.c was added, spec.d was added, spec.e was added, and 2 more",
  );
  const five = disk([], { resourceVersion: "9" }, { spec: { a: 1, b: 1, c: 1, d: 1, e: 1 } });
  assert.ok(!plain(changesBetween(disk([], {}, { spec: {} }), five)).includes("more"));
});

test("F69: where nothing but the version differs, only that is said", () => {
  assert.equal(
    plain(changesBetween(before, disk(["a/b"], { resourceVersion: "8" }))),
    "resourceVersion changed from 7 to 8",
  );
});
