import assert from "node:assert/strict";
import test from "node:test";
import { isEnough, parseQuantity } from "../../src/controllers/index.ts";

const rows: readonly (readonly [offered: string, requested: string, enough: boolean])[] = [
  ["1Gi", "1Gi", true],
  ["1Gi", "1G", true],
  ["1G", "1Gi", false],
  ["1024Mi", "1Gi", true],
  ["1.5Gi", "1536Mi", true],
  ["1.5Gi", "1537Mi", false],
  ["1e3", "1k", true],
  ["999m", "1", false],
  ["9007199254740993", "9007199254740992", true],
  ["9007199254740992", "9007199254740993", false],
  [".5", "500m", true],
];

test("quantities compare by value, whatever their suffix", async (t) => {
  for (const [offered, requested, enough] of rows) {
    await t.test(`${offered} for ${requested}`, () => assert.equal(isEnough(offered, requested), enough));
  }
});

test("what is no quantity is not parsed, however long", () => {
  for (const text of ["", ".", "1GiB", "ten", "1e999", "9".repeat(10_000), "1 Gi"]) {
    assert.equal(parseQuantity(text), undefined, text.slice(0, 20));
  }
});
