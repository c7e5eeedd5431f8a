import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { defaultLimits } from "../../../src/reading/files/limits.ts";
import { YamlReader } from "../../../src/reading/files/yaml.ts";
import { cpuTime } from "../../support/cpu-time.ts";

/** The documents of a text that comes in pieces of so many bytes, each with its line. */
function documentsIn(text: string, size: number): readonly (readonly [number, unknown])[] {
  const reader = new YamlReader("a.yaml", defaultLimits);
  const bytes = Buffer.from(text);
  const found = [];
  for (let at = 0; at < bytes.length; at += size) found.push(...reader.push(bytes.subarray(at, at + size)));
  return [...found, ...reader.end()].map(({ line, value }) => [line, value]);
}

const rows: readonly (readonly [string, readonly (readonly [number, unknown])[]])[] = [
  ["", []],
  ["---", []],
  ["---\n---\r\n--- \n# nothing\n...\n", []],
  [
    "a: 1\n---\n---\nb: 2\n",
    [
      [1, { a: 1 }],
      [3, { b: 2 }],
    ],
  ],
  ["--- {a: 1}\n---\n", [[1, { a: 1 }]]],
  ["---\ra: 1\n", [[1, { a: 1 }]]],
  ["---\n# c\ra: 1\n", [[1, { a: 1 }]]],
  ["---\n\ra: 1\n", [[1, { a: 1 }]]],
  [
    "a: 1\r\n---\r\nb: 2\r\n---\r\nc: 3",
    [
      [1, { a: 1 }],
      [2, { b: 2 }],
      [4, { c: 3 }],
    ],
  ],
  [
    "a: 1\n...\n%YAML 1.2\n# c\n---\nb: 2\n",
    [
      [1, { a: 1 }],
      [5, { b: 2 }],
    ],
  ],
  ["a: |\n  ---\n   ---\n----\n---x\n", []],
  [
    'a: "x\n  --- y"\n---\nb: ---\n---\n---a: 1\n',
    [
      [1, { a: "x --- y" }],
      [3, { b: "---" }],
      [5, { "---a": 1 }],
    ],
  ],
  [
    "a: &x 1\nb: *x\n---\nc: null\n---\nnull\n",
    [
      [1, { a: 1, b: 1 }],
      [3, { c: null }],
    ],
  ],
  [
    "a\n...\nb\n...\r\n# d\nc\n...\n",
    [
      [1, "a"],
      [3, "b"],
      [5, "c"],
    ],
  ],
  ["null\n", [[1, null]]],
];

for (const [text, documents] of rows) {
  test(`the documents of ${JSON.stringify(text)}, however it comes`, () => {
    for (const size of [1, 2, 3, 5, 7, 1000]) {
      if (documents.length === 0 && text.includes("|")) {
        assert.throws(() => documentsIn(text, size), /this is not valid YAML/);
      } else assert.deepEqual(documentsIn(text, size), documents, `in pieces of ${size}`);
    }
  });
}

test("where a stream is cut does not matter", () => {
  const line = fc.constantFrom(
    "a: 1",
    "---",
    "--- # c",
    "# c",
    "",
    "- x",
    "b: |",
    "  text",
    "--- |",
    "%TAG ! !x",
  );
  fc.assert(
    fc.property(fc.array(line, { maxLength: 12 }), fc.integer({ min: 1, max: 30 }), (lines, size) => {
      const text = lines.join("\n");
      assert.deepEqual(outcome(text, size), outcome(text, 1000));
    }),
    { numRuns: 1000 },
  );
});

/** Of a text with two mistakes, where it is cut decides which one is told of. */
function outcome(text: string, size: number): unknown {
  try {
    return documentsIn(text, size);
  } catch (problem) {
    assert.match(String(problem), /^InputError: a\.yaml, line \d+, column \d+: this is not valid YAML/);
    return "refused";
  }
}

test("very many small documents do not take long, with either marker between them", () => {
  for (const text of ["--- a\n", "a\n...\n"]) {
    const began = cpuTime();
    assert.equal(documentsIn(text.repeat(30_000), 1 << 20).length, 30_000);
    assert.ok(cpuTime() - began < 5000, text);
  }
});

test("very many markers hold nothing, and do not take long", () => {
  const began = cpuTime();
  assert.deepEqual(documentsIn("---\n".repeat(200_000), 1 << 20), []);
  assert.ok(cpuTime() - began < 10_000);
});
