/** The generator's objects have the same in both encodings: also the fields that pvguard passes over. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { generate } from "../../bench/generator/cluster.ts";
import { encodeWhole, strangersIn, wholeTable } from "../../bench/protobuf/index.ts";
import { apiVersionOf, kindOf } from "../../src/kubernetes/index.ts";
import { decode } from "../../src/reading/decode/index.ts";
import { decodeItem } from "../support/protobuf/plain-reader.ts";

const wishes = { pods: 120, distance: 5 };
const items = [...generate(wishes).items];

test("every field has a number", () => {
  const strangers = items.flatMap(({ resource, object }) =>
    strangersIn(wholeTable(resource), object).map((path) => `${resource}${path}`),
  );
  assert.deepEqual([...new Set(strangers)], []);
});

test("an object is read alike from both", () => {
  for (const { resource, object } of items) {
    const type = { apiVersion: apiVersionOf(resource), kind: kindOf(resource).kind };
    const fromJson = decode(resource, JSON.parse(JSON.stringify(object)), type);
    assert.deepStrictEqual(decodeItem(resource, encodeWhole(resource, object), type), fromJson);
  }
});

test("a cluster is the same each time", () => {
  const again = [...generate(wishes).items];
  assert.equal(JSON.stringify(again), JSON.stringify(items));
});
