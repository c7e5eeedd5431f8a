import assert from "node:assert/strict";
import { test } from "node:test";
import { chunkBits, chunkMask, Numbers } from "../../src/cluster/index.ts";

const lengths = [0, 1, 63, 64, 65, 8191, 8192, 8193, 40_000];

function counted(from: number, length: number): Int32Array {
  return Int32Array.from({ length }, (_, at) => from + at);
}

/** The same by any way to read them. */
function all(numbers: Numbers): number[] {
  const one = Array.from({ length: numbers.length }, (_, position) => numbers.at(position));
  const inChunks = one.map((_, position) => numbers.chunks[position >>> chunkBits]?.[position & chunkMask]);
  const copied = new Int32Array(numbers.length);
  numbers.copyTo(copied);
  assert.deepEqual(inChunks, one);
  assert.deepEqual([...copied], one);
  return one;
}

for (const length of lengths) {
  test(`${length} numbers stay where they are, however they come`, () => {
    const [one, many] = [new Numbers(), new Numbers()];
    for (let value = 0; value < length; value++) one.push(value);
    for (let value = 0; value < length; value += 777)
      many.pushAll(counted(value, Math.min(777, length - value)));
    const expected = [...counted(0, length)];
    assert.deepEqual(all(one), expected);
    assert.deepEqual(all(many), expected);
    assert.equal(one.at(length), 0);
  });

  test(`${length} numbers take four bytes each once there is no room for more, and more can come`, () => {
    const numbers = new Numbers();
    numbers.pushAll(counted(0, length));
    numbers.trim();
    assert.equal(numbers.bytes, 4 * length);
    numbers.push(length);
    numbers.pushAll(counted(length + 1, 9000));
    assert.deepEqual(all(numbers), [...counted(0, length + 9001)]);
  });
}

test("while more can come, there is little room for them", () => {
  const numbers = new Numbers();
  numbers.pushAll(counted(0, 100_000));
  assert.ok(numbers.bytes <= 4 * 100_000 + 32 * 1024);
  numbers.set(99_999, -1);
  assert.equal(numbers.at(99_999), -1);
});
