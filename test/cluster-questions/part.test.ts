/** What the tests of a part mean, each on its own. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { FieldTest } from "../../src/cluster/index.ts";
import { isInPart, parts } from "../../src/cluster/index.ts";
import type { Resource } from "../../src/kubernetes/index.ts";

const claim = {
  apiVersion: "v1",
  kind: "PersistentVolumeClaim",
  metadata: {
    name: "data",
    uid: "u",
    finalizers: ["kubernetes.io/pvc-protection", "example.com/a"],
    ownerReferences: [],
    labels: { "example.com/app": "shop" },
  },
  spec: { resources: { requests: { storage: "2Gi" } } },
  status: { phase: "Bound", capacity: { storage: "1Gi" }, conditions: [{ type: "Unused" }, {}] },
};

function isIn(fields: FieldTest, on: Resource = "v1/persistentvolumeclaims"): boolean {
  return isInPart({ name: "some", on: [on], any: [fields] }, claim);
}

const phase = ["status", "phase"];
const finalizers = ["metadata", "finalizers"];
const conditions = ["status", "conditions", "type"];
const nothing = ["spec", "volumeName"];

const rows: readonly (readonly [what: string, test: FieldTest, expected: boolean])[] = [
  ["a text", { path: phase, is: "set" }, true],
  ["nothing", { path: nothing, is: "set" }, false],
  ["an empty list", { path: ["metadata", "ownerReferences"], is: "set" }, false],
  ["an empty list has none", { path: ["metadata", "ownerReferences"], is: "absent" }, true],
  ["a message", { path: ["status", "capacity"], is: "set" }, true],
  ["what an element of a list has", { path: conditions, is: "set" }, true],
  ["what no element has", { path: ["status", "conditions", "reason"], is: "absent" }, true],
  ["the key of a map", { path: ["metadata", "labels", "example.com/app"], is: "set" }, true],
  ["what every object inherits", { path: ["metadata", "labels", "constructor"], is: "set" }, false],
  ["a value", { path: phase, is: "one of", values: ["Lost", "Bound"] }, true],
  ["another value", { path: phase, is: "one of", values: ["Lost"] }, false],
  ["one of a list", { path: finalizers, is: "one of", values: ["example.com/a"] }, true],
  ["none of a list", { path: finalizers, is: "none of", values: ["example.com/b"] }, true],
  ["not none of a list", { path: finalizers, is: "none of", values: ["example.com/a"] }, false],
  ["none of nothing", { path: nothing, is: "none of", values: ["a"] }, true],
  ["one that is another", { path: finalizers, is: "other than", values: ["example.com/a"] }, true],
  ["no other", { path: conditions, is: "other than", values: ["Unused"] }, false],
  ["nothing is no other", { path: nothing, is: "other than", values: ["a"] }, false],
  ["a beginning", { path: finalizers, is: "beginning with", values: ["example.com/"] }, true],
  ["no such beginning", { path: phase, is: "beginning with", values: ["Lost", "ound"] }, false],
  [
    "two that differ",
    {
      path: ["status", "capacity", "storage"],
      is: "unlike",
      other: ["spec", "resources", "requests", "storage"],
    },
    true,
  ],
  ["one that is missing", { path: nothing, is: "unlike", other: phase }, true],
  ["two that are the same", { path: phase, is: "unlike", other: phase }, false],
  ["two that are missing", { path: nothing, is: "unlike", other: ["spec", "none"] }, false],
];

for (const [what, fields, expected] of rows)
  test(`${fields.is}: ${what}`, () => assert.equal(isIn(fields), expected));

test("objects of other kinds are in every part", () => {
  assert.equal(isIn({ path: nothing, is: "set" }, "v1/pods"), true);
});

test("one test of several is enough", () => {
  const any = [
    { path: nothing, is: "set" },
    { path: phase, is: "set" },
  ] as const;
  assert.equal(isInPart({ name: "some", on: ["v1/persistentvolumeclaims"], any }, claim), true);
});

test("each part has a name of its own", () => {
  assert.ok(parts.length > 0);
  assert.equal(new Set(parts.map(({ name }) => name)).size, parts.length);
});
