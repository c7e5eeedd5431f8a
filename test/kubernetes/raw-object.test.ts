import assert from "node:assert/strict";
import { test } from "node:test";
import { fieldsOf, rawObject } from "../../src/kubernetes/index.ts";
import { on, read } from "./support/disk.ts";

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
