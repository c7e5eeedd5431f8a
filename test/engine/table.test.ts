import assert from "node:assert/strict";
import { test } from "node:test";
import { TableMaker } from "../../src/engine/table.ts";

test("entries are found by their hash, in the order of their positions", () => {
  const maker = new TableMaker();
  for (let position = 0; position < 1000; position++) maker.addHash(position % 7, position);
  const table = maker.made();
  assert.deepEqual(
    table.find(3).positions,
    Array.from({ length: 143 }, (_, each) => each * 7 + 3),
  );
  assert.deepEqual(table.find(8).positions, []);
  assert.deepEqual(new TableMaker().made().find(0).positions, []);
});

test("of keys with the same hash, it is told whether they can differ", () => {
  const maker = new TableMaker();
  for (const [position, key] of ["a", "a", "a"].entries()) maker.addKey(key, 1, position);
  for (const [position, key] of ["b", "c", "b"].entries()) maker.addKey(key, 2, position);
  const table = maker.made();
  assert.deepEqual(table.find(1), { positions: [0, 1, 2], keys: "one" });
  assert.deepEqual(table.find(2), { positions: [0, 1, 2], keys: "perhaps several" });
});

test("hashes that come again are told", () => {
  const maker = new TableMaker();
  for (const [position, hash] of [5, 6, 5, 7, 6, 5].entries()) maker.addHash(hash, position);
  assert.deepEqual(maker.made().repeated(), [2, 4, 5]);
});
