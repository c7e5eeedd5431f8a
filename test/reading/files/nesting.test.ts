import assert from "node:assert/strict";
import { test } from "node:test";
import { cpuTime } from "../../support/cpu-time.ts";
import { refusal } from "./reading.ts";

const shapes: readonly (readonly [string, (depth: number) => string])[] = [
  ["JSON lists", (depth) => `{"a":${"[".repeat(depth)}${"]".repeat(depth)}}`],
  ["JSON objects", (depth) => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`],
  ["unclosed JSON lists", (depth) => "[".repeat(depth)],
  ["flow lists", (depth) => `a: ${"[".repeat(depth)}${"]".repeat(depth)}`],
  ["flow maps", (depth) => `x: ${"{a: ".repeat(depth)}1${"}".repeat(depth)}`],
  ["compact block lists", (depth) => `${"- ".repeat(depth)}a`],
  ["complex keys", (depth) => `${"? ".repeat(depth)}a`],
];

for (const [what, nested] of shapes) {
  test(`${what} nested too deep are refused, at any depth`, async () => {
    for (const depth of [101, 1000, 10_000, 100_000, 1_000_000]) {
      const began = cpuTime();
      assert.match(await refusal({ f: nested(depth) }), /nested deeper than 100|nesting exceeded/);
      assert.ok(cpuTime() - began < 1000, `depth ${depth} took too long`);
    }
  });
}

test("nested blocks are refused", async () => {
  const block = (depth: number) => Array.from({ length: depth }, (_, at) => `${" ".repeat(at)}a:`).join("\n");
  assert.match(await refusal({ f: block(101) }), /nesting exceeded/);
  assert.match(await refusal({ f: block(3000) }), /nesting exceeded/);
});

test("many documents, the last one nested too deep, are refused", async () => {
  assert.match(
    await refusal({ f: `${"a: [[1]]\n---\n".repeat(100)}a: ${"[".repeat(2000)}` }),
    /line 201.*nesting/,
  );
  assert.match(
    await refusal({ f: `${'{"a":[[1]]}'.repeat(100)}${"[".repeat(2000)}` }),
    /nested deeper than 100/,
  );
});

test("what is nested just deep enough is read, and says nothing", async () => {
  assert.match(await refusal({ f: `{"a":${"[".repeat(98)}${"]".repeat(98)}}` }), /no object in the input/);
});
