/** Where the items of a list are, however long they are. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { readList } from "../../../src/object-store/protobuf/index.ts";
import { Malformed } from "../../../src/object-store/protobuf/wire/malformed.ts";
import { encodeListMeta, envelope } from "../../support/protobuf/encode.ts";
import { delimited, numberBytes } from "../../support/protobuf/writer.ts";

const itemField = 2;
const lengths = [0, 1, 127, 128, 129, 300, 16_383, 16_384, 70_000, 2_097_151, 2_097_152];

function listOf(...parts: readonly Uint8Array[]): Buffer {
  return envelope("v1", "PodList", Buffer.concat([encodeListMeta({}), ...parts]));
}

function item(length: number, fill: number): Buffer {
  return delimited(itemField, Buffer.alloc(length, fill));
}

for (const length of lengths)
  test(`items of ${length} bytes, between others`, () => {
    const { items } = readList(
      listOf(item(200, 1), item(length, 2), item(5, 3), item(length, 4), item(200, 5)),
    );
    assert.deepEqual(
      [...items].map((bytes) => [bytes.length, bytes[0]]),
      [
        [200, 1],
        [length, length === 0 ? undefined : 2],
        [5, 3],
        [length, length === 0 ? undefined : 4],
        [200, 5],
      ],
    );
  });

test("a length that is written with more bytes than it needs", () => {
  const long = Buffer.concat([Buffer.from([0x12, 0xc8, 0x81, 0x00]), Buffer.alloc(200, 7)]);
  const { items } = readList(listOf(item(200, 1), long, item(200, 2)));
  assert.deepEqual(
    [...items].map((bytes) => bytes[0]),
    [1, 7, 2],
  );
});

test("an item that says that it is longer than the list, by one byte or as much as can be said", () => {
  const beyond = [131, 201, 16_384, 2_000_000, 2 ** 28, 2 ** 32 - 1];
  for (const length of beyond) {
    const broken = Buffer.concat([Buffer.from([0x12]), numberBytes(length), Buffer.alloc(130, 7)]);
    assert.throws(() => [...readList(listOf(item(200, 1), broken)).items], Malformed, `${length}`);
  }
});

test("a list that breaks off anywhere", () => {
  const whole = Buffer.concat([encodeListMeta({}), item(150, 1), item(300, 2)]);
  for (let length = whole.length - 302; length < whole.length; length++)
    assert.throws(
      () => readList(envelope("v1", "PodList", whole.subarray(0, length))).items.length,
      Malformed,
      `${length}`,
    );
});
