import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { withoutFinalizer } from "../../src/report/index.ts";

const cases: readonly (readonly [name: string, text: string, without: string])[] = [
  ["the only one", '{"metadata":{"finalizers":["a/b"]}}', '{"metadata":{"finalizers":[]}}'],
  ["the first", '{"metadata":{"finalizers":["a/b","c/d"]}}', '{"metadata":{"finalizers":["c/d"]}}'],
  ["the last", '{"metadata":{"finalizers":["c/d", "a/b"]}}', '{"metadata":{"finalizers":["c/d"]}}'],
  [
    "one in the middle, with spaces, beside a number beyond 2^53",
    '{ "spec": {"n": 9007199254740993}, "metadata" : { "finalizers" : [ "x" , "a/b" , "y" ] } }',
    '{ "spec": {"n": 9007199254740993}, "metadata" : { "finalizers" : [ "x" , "y" ] } }',
  ],
  [
    "beside look-alikes in strings and elsewhere",
    '{"finalizers":["a/b"],"metadata":{"annotations":{"finalizers":"[\\"a/b\\"]}"},"finalizers":["a/b"]}}',
    '{"finalizers":["a/b"],"metadata":{"annotations":{"finalizers":"[\\"a/b\\"]}"},"finalizers":[]}}',
  ],
  [
    "beside fields that are there twice, and lists in the list",
    '{"kind":1,"kind":2,"metadata":{"labels":{},"labels":{},"finalizers":[["a/b"],{"x":"a/b"},"a/b"]}}',
    '{"kind":1,"kind":2,"metadata":{"labels":{},"labels":{},"finalizers":[["a/b"],{"x":"a/b"}]}}',
  ],
  ["written with an escape", '{"metadata":{"finalizers":["a\\/b"]}}', '{"metadata":{"finalizers":[]}}'],
];

for (const [name, text, without] of cases) {
  test(`removes ${name}`, () => assert.equal(withoutFinalizer(text, "a/b"), without));
}

for (const text of [
  "{}",
  '{"metadata":{}}',
  '{"metadata":{"finalizers":[]}}',
  '{"metadata":{"finalizers":["a/b","a/b"]}}',
  '{"metadata":{"finalizers":["a/b"],"finalizers":["a/b"]}}',
  '{"metadata":{"finalizers":["other"]}}',
  '{"metadata":["finalizers",["a/b"]]}',
  '{"metadata":{"finalizers":"a/b"}}',
  '{"metadata":{"finalizers":{"a/b":1}}}',
  '{"metadata":{"finalizers":["a/b"',
  '{"metadata":{"finalizers":["a/b',
  '{"metadata":{"finalizers":["a/b"]}',
]) {
  test(`refuses ${text}`, () =>
    assert.throws(() => withoutFinalizer(text, "a/b"), {
      message: /finalizer exactly once|there twice|ends too early|Unexpected end of JSON input/,
    }));
}

for (const text of [
  '{"metadata":{"finalizers":["a/b"]},"metadata":{}}',
  '{"metadata":{"finalizers":["a/b"],"finalizers":["c/d"]}}',
  '{"metadata":{"finalizers":[],"finalizers":["a/b"]}}',
]) {
  test(`refuses a field that is there twice: ${text}`, () =>
    assert.throws(() => withoutFinalizer(text, "a/b"), { message: /^the field \w+ is there twice$/ }));
}

test("S3: whatever the object, exactly one element of the list goes", () => {
  const object = fc.record({
    kind: fc.string(),
    metadata: fc.record({
      annotations: fc.dictionary(fc.string(), fc.string()),
      finalizers: fc.uniqueArray(fc.string(), { minLength: 1, maxLength: 5 }),
    }),
    spec: fc.jsonValue(),
  });
  fc.assert(
    fc.property(object, fc.nat(), fc.constantFrom(0, 1, 4), (read, which, indent) => {
      const { finalizers } = read.metadata;
      const gone = finalizers[which % finalizers.length] ?? "";
      const text = JSON.stringify(read, undefined, indent);
      const wanted = JSON.parse(text);
      wanted.metadata.finalizers = finalizers.filter((one) => one !== gone);
      assert.deepEqual(JSON.parse(withoutFinalizer(text, gone)), wanted);
    }),
  );
});
