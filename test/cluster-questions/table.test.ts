import assert from "node:assert/strict";
import { test } from "node:test";
import type { NotedKeys } from "../../src/cluster/index.ts";
import { Numbers } from "../../src/cluster/index.ts";
import { KeyTable, Table } from "../../src/cluster/table.ts";
import { AddedEntries, HashedEntries, notedEntries } from "../../src/cluster/table-source.ts";

test("entries are found by their hash, in the order of their positions", () => {
  const table = new Table(new HashedEntries(1000, (position) => position % 7));
  assert.deepEqual(
    table.find(3).positions,
    Array.from({ length: 143 }, (_, each) => each * 7 + 3),
  );
  assert.deepEqual(table.find(8).positions, []);
  assert.deepEqual(new Table(new AddedEntries()).find(0).positions, []);
});

test("of many entries with a hash each is found when its turn comes", () => {
  const hashes = Int32Array.from({ length: 1000 }, (_, position) => (position % 2 === 0 ? 3 : position));
  let asked = 0;
  const hashAt = (position: number) => {
    asked += 1;
    return hashes[position] ?? 0;
  };
  const table = new Table(new HashedEntries(hashes.length, hashAt, () => hashes));
  assert.deepEqual([...table.walk(3)], table.find(3).positions);
  assert.deepEqual([...table.walk(5)], [5]);
  asked = 0;
  const [first] = table.walk(3);
  assert.equal(first, 0);
  assert.ok(asked <= 2, `asked for ${asked} hashes`);
});

test("of keys with the same hash, it is told whether they can differ", () => {
  const entries = new AddedEntries();
  for (const [position, check] of [8, 8, 8].entries()) entries.add(1, check, position);
  for (const [position, check] of [8, 9, 8].entries()) entries.add(2, check, position);
  for (let position = 0; position < 2; position++) entries.add(3, position, position);
  const table = new KeyTable(entries);
  assert.deepEqual(table.find(1), { positions: [0, 1, 2], keys: "one" });
  assert.deepEqual(table.find(2), { positions: [0, 1, 2], keys: "perhaps several" });
  assert.deepEqual(table.find(3), { positions: [0, 1], keys: "perhaps several" });
  const isVoid = (position: number) => position === 0;
  assert.equal(table.count(2, 8, 9), 2);
  assert.equal(table.count(2, 8, 1), 1);
  assert.equal(table.count(2, 8, 9, isVoid), 1);
  assert.equal(table.count(1, 9, 9, isVoid), 0);
  assert.equal(table.count(3, 1, 9, isVoid), 1);
});

test("the hashes of all entries can be given at once", () => {
  const hashes = [5, 6, -5, 7, 6, 5];
  const hashAt = (position: number) => hashes[position] ?? 0;
  const atOnce = new Table(new HashedEntries(6, hashAt, () => Int32Array.from(hashes)));
  const oneByOne = new Table(new HashedEntries(6, hashAt));
  for (const hash of [5, 6, -5, 7, 8])
    assert.deepEqual(atOnce.find(hash).positions, oneByOne.find(hash).positions);
  assert.deepEqual(atOnce.find(6).positions, [1, 4]);
});

test("tables are made one after the other in the same room, whichever is the longer one", () => {
  const long = notedEntries(noted(Array.from({ length: 900 }, () => 1)), askNobody);
  const short = notedEntries(noted([1, 1, 1]), askNobody);
  const room = long.allHashes().buffer;
  assert.equal(short.allHashes().buffer, room);
  assert.equal(long.allHashes().buffer, room);
  const tables = [long, short, long].map((entries) => new KeyTable(entries));
  const found = tables.map((table) => table.find(2).positions.length);
  assert.deepEqual(found, [129, 1, 129]);
});

test("hashes that come again are told", () => {
  const hashes = [5, 6, 5, 7, 6, 5];
  const entries = new HashedEntries(hashes.length, (position) => hashes[position] ?? 0);
  assert.deepEqual(new Table(entries).repeated(), [2, 4, 5]);
});

test("objects that must be asked have their keys at their own places, and are asked once", () => {
  const noted = {
    hashes: new Numbers(),
    checks: new Numbers(),
    isOneOfEach: false,
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

/** So many objects, each with as many keys. */
function noted(counts: readonly number[]): NotedKeys {
  const hashes = new Numbers();
  const checks = new Numbers();
  const total = counts.reduce((sum, count) => sum + count, 0);
  for (let key = 0; key < total; key++) hashes.push(key % 7);
  for (let key = 0; key < total; key++) checks.push(-(key % 7));
  return {
    hashes,
    checks,
    isOneOfEach: counts.every((count) => count === 1),
    each(take) {
      let key = 0;
      for (const [position, count] of counts.entries())
        for (let left = count; left > 0; left--, key++) take(hashes.at(key), checks.at(key), position);
    },
  };
}

const askNobody = () => assert.fail("nobody must be asked");

for (const [name, counts] of Object.entries({
  one: [1, 1, 1],
  "any number of": [0, 2, 0, 1, 3, 0],
  no: [],
})) {
  // Of more than one chunk.
  const many = Array.from({ length: 9000 }, (_, at) => counts[at % counts.length] ?? 0);

  test(`where objects have ${name} noted keys, entries are those that were noted`, () => {
    const keys = noted(many);
    const entries = notedEntries(keys, askNobody);
    const table = new KeyTable(entries);
    const expected: number[][] = [];
    keys.each((...entry) => expected.push(entry), askNobody);
    const found: number[][] = [];
    entries.each((...entry) => found.push(entry));
    assert.deepEqual(found, expected);
    for (let hash = 0; hash < 8; hash++) {
      const positions = expected.filter(([each]) => each === hash).map(([, , position]) => position);
      assert.deepEqual(table.find(hash), { positions, keys: "one" });
      assert.deepEqual([...entries.positionsOf(hash)], positions);
      assert.equal(table.count(hash, -hash, Number.POSITIVE_INFINITY), positions.length);
      assert.equal(table.count(hash, 1, Number.POSITIVE_INFINITY), 0);
    }
  });
}

test("of one key that was noted of each object, there is only the hash twice: as noted, and in the order of hashes", () => {
  const counts = Array.from({ length: 4096 }, () => 1);
  const keys = noted(counts);
  for (const column of [keys.hashes, keys.checks]) column.trim();
  assert.ok(new Table(notedEntries(keys, askNobody)).bytes <= (4 + 4 + 4 + 1 + 2) * counts.length + 4);
  assert.ok(new Table(new HashedEntries(counts.length, () => 0)).bytes <= (4 + 1 + 2) * counts.length + 4);
});
