import assert from "node:assert/strict";
import { test } from "node:test";
import { plain, whole } from "../../src/render/escape.ts";
import { widthOf } from "../../src/render/line.ts";

test("a plain character is one column, and is itself beside one that is not plain", () => {
  const all = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code));
  const some = all.filter((character) => plain.test(character));
  assert.ok(some.includes("a") && some.includes("←") && some.includes("└") && some.includes("…"));
  for (const character of some) {
    assert.equal(whole(`é${character}`), `é${character}`);
    assert.equal(widthOf(`é${character}`), 2, character);
  }
});
