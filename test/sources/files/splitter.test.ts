import assert from "node:assert/strict";
import { test } from "node:test";
import { defaultLimits } from "../../../src/sources/files/limits.ts";
import { YamlSplitter } from "../../../src/sources/files/yaml.ts";

function documentsIn(text: string): readonly string[] {
  const splitter = new YamlSplitter("a.yaml", defaultLimits);
  return [...splitter.push(Buffer.from(text)).map(textOf), ...splitter.end().map(textOf)];
}

function textOf({ bytes }: { readonly bytes: Uint8Array }): string {
  return Buffer.from(bytes).toString();
}

const rows: readonly (readonly [string, readonly string[]])[] = [
  ["", []],
  ["---", []],
  ["---\n---\r\n--- \n# nothing\n...\n", ["--- \n# nothing\n...\n"]],
  ["a: 1\n---\n---\nb: 2\n", ["a: 1\n", "---\nb: 2\n"]],
  ["--- {a: 1}\n---\n", ["--- {a: 1}\n"]],
  ["---\ra: 1\n", ["---\ra: 1\n"]],
  ["---\n# c\ra: 1\n", ["---\n# c\ra: 1\n"]],
  ["---\n\ra: 1\n", ["---\n\ra: 1\n"]],
];

for (const [text, documents] of rows) {
  test(`what is worth parsing in ${JSON.stringify(text)}`, () => {
    assert.deepEqual(documentsIn(text), documents);
  });
}

test("of millions of markers nothing is handed on", () => {
  assert.deepEqual(documentsIn("---\n".repeat(2_000_000)), []);
});
