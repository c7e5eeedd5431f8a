/** What looking ahead makes of the edits of a plan. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { edited } from "../../../src/analysis/imagine.ts";
import type { Edit } from "../../../src/report/index.ts";
import { claim } from "../../support/objects.ts";

const before = claim({
  finalizers: ["a/b"],
  annotations: { "x.io/y": "1", "x~y": "2" },
  labels: { app: "web" },
});

type Metadata = Readonly<Record<string, unknown>>;

const rows: readonly (readonly [what: string, edit: Edit, changed: Metadata])[] = [
  [
    "a field that is replaced",
    { op: "replace", path: "/metadata/labels/app", value: "db", was: "web" },
    { labels: { app: "db" } },
  ],
  [
    "a field that is new",
    { op: "add", path: "/metadata/labels/tier", value: "back" },
    { labels: { app: "web", tier: "back" } },
  ],
  [
    "a field that goes",
    { op: "remove", path: "/metadata/annotations/x.io~1y", was: "1" },
    { annotations: { "x~y": "2" } },
  ],
  [
    "a name with a tilde",
    { op: "remove", path: "/metadata/annotations/x~0y", was: "2" },
    { annotations: { "x.io/y": "1" } },
  ],
  [
    "one more of a list",
    { op: "add", path: "/metadata/finalizers/-", value: "c/d" },
    { finalizers: ["a/b", "c/d"] },
  ],
  ["a place in a list", { op: "replace", path: "/metadata/finalizers/0", value: "c/d", was: "a/b" }, {}],
  ["a new place in a list", { op: "add", path: "/metadata/finalizers/0", value: "c/d" }, {}],
  ["an end of a list that goes", { op: "remove", path: "/metadata/finalizers/-", was: "a/b" }, {}],
  ["a field of what is not there", { op: "add", path: "/metadata/none/x", value: 1 }, {}],
  ["a field of what is deep not there", { op: "add", path: "/metadata/none/none/x", value: 1 }, {}],
  ["a field of a text", { op: "add", path: "/metadata/name/x", value: 1 }, {}],
  ["a field that every object inherits", { op: "add", path: "/metadata/constructor/x", value: 1 }, {}],
];

for (const [what, edit, changed] of rows) {
  test(`${what}: ${edit.op} ${edit.path}`, () => {
    assert.deepEqual(edited(before, [edit]), { ...before, metadata: { ...before.metadata, ...changed } });
  });
}

test("edits are made one after the other, and not to the object itself", () => {
  const untouched = structuredClone(before);
  const after = edited(before, [
    { op: "add", path: "/metadata/labels/app", value: "db" },
    { op: "remove", path: "/metadata/labels/app", was: "db" },
  ]);
  assert.deepEqual(after.metadata.labels, {});
  assert.deepEqual(before, untouched);
});

test("a name that means something to JavaScript is a field like any other", () => {
  const after = edited(before, [{ op: "add", path: "/metadata/labels/__proto__", value: { x: 1 } }]);
  const labels = after.metadata.labels ?? {};
  assert.equal(Object.getPrototypeOf(labels), Object.prototype);
  assert.deepEqual(Object.getOwnPropertyDescriptor(labels, "__proto__"), {
    value: { x: 1 },
    writable: true,
    enumerable: true,
    configurable: true,
  });
});
