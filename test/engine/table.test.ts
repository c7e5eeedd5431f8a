import assert from "node:assert/strict";
import { test } from "node:test";
import { Table } from "../../src/engine/table.ts";
import { AddedEntries, hashedEntries, notedEntries } from "../../src/engine/table-source.ts";

test("entries are found by their hash, in the order of their positions", () => {
  const table = new Table(hashedEntries(1000, (position) => position % 7));
  assert.deepEqual(
    table.find(3).positions,
    Array.from({ length: 143 }, (_, each) => each * 7 + 3),
  );
  assert.deepEqual(table.find(8).positions, []);
  assert.deepEqual(new Table(new AddedEntries()).find(0).positions, []);
});

test("of keys with the same hash, it is told whether they can differ", () => {
  const entries = new AddedEntries();
  for (const [position, check] of [8, 8, 8].entries()) entries.add(1, check, position);
  for (const [position, check] of [8, 9, 8].entries()) entries.add(2, check, position);
  for (let position = 0; position < 2; position++) entries.add(3, position, position);
  const table = new Table(entries);
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
  const hashes = [5, 6, 5, 7, 6, 5];
  const entries = hashedEntries(hashes.length, (position) => hashes[position] ?? 0);
  assert.deepEqual(new Table(entries).repeated(), [2, 4, 5]);
});

test("objects that must be asked have their keys at their own places, and are asked once", () => {
  const noted = {
    each(take: (hash: number, check: number, position: number) => void, ask: (position: number) => void) {
      take(5, 1, 0);
      ask(1);
      take(5, 1, 2);
      ask(3);
      ask(4);
    },
  };
  const asked: number[] = [];
  const table = new Table(
    notedEntries(noted, (position, entries) => {
      asked.push(position);
      if (position !== 3) for (const hash of [5, 6]) entries.add(hash, 1, position);
    }),
  );
  assert.deepEqual(asked, [1, 3, 4]);
  assert.deepEqual(table.find(5), { positions: [0, 1, 2, 4], keys: "one" });
  assert.deepEqual(table.find(6), { positions: [1, 4], keys: "one" });
});

test("a position that is the other hash is not kept twice", () => {
  const byPosition = new Table(hashedEntries(1000, (position) => position % 7));
  const entries = new AddedEntries();
  for (let position = 0; position < 1000; position++) entries.add(position % 7, position, position);
  const byKey = new Table(entries);
  assert.equal(byKey.bytes - byPosition.bytes, 4000);
  assert.deepEqual(byPosition.find(3), byKey.find(3));
});
