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
  for (const [position, check] of [8, 8, 8].entries()) maker.add(1, check, position);
  for (const [position, check] of [8, 9, 8].entries()) maker.add(2, check, position);
  for (let position = 0; position < 2; position++) maker.addHash(3, position);
  const table = maker.made();
  assert.deepEqual(table.find(1), { positions: [0, 1, 2], keys: "one" });
  assert.deepEqual(table.find(2), { positions: [0, 1, 2], keys: "perhaps several" });
  assert.deepEqual(table.find(3), { positions: [0, 1], keys: "perhaps several" });
  const isVoid = (position: number) => position === 0;
  assert.equal(
    table.count(2, 8, 9, () => false),
    2,
  );
  assert.equal(
    table.count(2, 8, 1, () => false),
    1,
  );
  assert.equal(table.count(2, 8, 9, isVoid), 1);
  assert.equal(table.count(1, 9, 9, isVoid), 0);
  assert.equal(table.count(3, 1, 9, isVoid), 1);
});

test("hashes that come again are told", () => {
  const maker = new TableMaker();
  for (const [position, hash] of [5, 6, 5, 7, 6, 5].entries()) maker.addHash(hash, position);
  assert.deepEqual(maker.made().repeated(), [2, 4, 5]);
});
