import assert from "node:assert/strict";
import test from "node:test";
import { isEnough, parseQuantity, wholeQuantity } from "../../src/controllers/index.ts";

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

test("a quantity in whole units is a number where a number can hold it", () => {
  const sizes: readonly (readonly [text: string, units: number | undefined])[] = [
    ["0", 0],
    ["10Gi", 10_737_418_240],
    ["007Ki", 7168],
    ["107374182400", 107_374_182_400],
    ["1.5Gi", 1_610_612_736],
    ["1500m", 1],
    ["-1Ki", -1024],
    ["1e3", 1000],
    ["8191Ti", 8191 * 1024 ** 4],
    ["8192Ti", undefined],
    ["9007199254740991", 9_007_199_254_740_991],
    ["9007199254740992", undefined],
    ["999999999999999Ti", undefined],
    ["7Pi", 7 * 1024 ** 5],
    ["Gi", undefined],
    ["ten", undefined],
  ];
  for (const [text, units] of sizes) assert.equal(wholeQuantity(text), units, text);
  assert.equal(wholeQuantity(undefined), undefined);
});
