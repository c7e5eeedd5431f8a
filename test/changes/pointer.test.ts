import assert from "node:assert/strict";
import { test } from "node:test";
import { isSameJson, parsedJson, pointedAt, rawObject, textAt } from "../../src/kubernetes/index.ts";
import { edited } from "./edits.test.ts";

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

test("the text at a pointer, where there is one", () => {
  const root = { text: "x", empty: "", list: ["y"], number: 1 };
  const found = ["/text", "/list/0", "/empty", "/number", "/list", "/none", "/none/none"].map((path) =>
    textAt(root, path),
  );
  assert.deepEqual(found, ["x", "y", undefined, undefined, undefined, undefined, undefined]);
});

test("what is no JSON says nothing", () => {
  assert.deepEqual(["{}", "{", ""].map(parsedJson), [{}, undefined, undefined]);
});
