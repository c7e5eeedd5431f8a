/** Whatever the bytes are, reading them ends, with objects or with `Malformed`. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { kindOf } from "../../src/kubernetes/index.ts";
import { Malformed, PackedItems, readStatus } from "../../src/object-store/index.ts";
import type { BuiltIn } from "../../src/object-store/protobuf/kinds/index.ts";
import { builtIn } from "../../src/object-store/protobuf/kinds/index.ts";
import { beginOfList, ComePage } from "../../src/reading/live/page-taker.ts";
import { addAll, addMessage } from "../support/add-message.ts";
import { objectsOf } from "../support/protobuf/arbitrary-object.ts";
import { encode, encodeList, envelope } from "../support/protobuf/encode.ts";
import { decodeItem } from "../support/protobuf/plain-reader.ts";
import { delimited, varint } from "../support/protobuf/writer.ts";
import { runs } from "../support/runs.ts";

const count = runs(500);
const resources = Object.keys(builtIn) as BuiltIn[];
const implied = { apiVersion: "v1", kind: "Pod" };

function listOf(resource: BuiltIn): PackedItems<BuiltIn> {
  return new PackedItems(resource, implied);
}

/** As a page that comes. `left`: it is not taken while it comes. */
function readAll(resource: BuiltIn, bytes: Buffer): "taken" | "left" {
  const items = listOf(resource);
  const begin = beginOfList({ kind: `${kindOf(resource).kind}List`, draft: () => items.draft() });
  begin.reader.read(bytes);
  const taker = begin.reader.taker();
  if (taker === undefined) return "left";
  taker.add(bytes);
  const come = taker.end();
  if (!(come instanceof ComePage)) throw come;
  if (come.draft !== undefined) items.take(come.draft);
  items.settle();
  for (const item of items) assert.ok(item.metadata.name !== "");
  return "taken";
}

function assertTame(read: () => void): void {
  try {
    read();
  } catch (problem) {
    assert.ok(problem instanceof Malformed, String(problem));
  }
}

test("bytes of any kind", () => {
  const anything = fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes));
  fc.assert(
    fc.property(anything, fc.constantFrom(...resources), (bytes, resource) => {
      assertTame(() => readAll(resource, bytes));
      assertTame(() => readAll(resource, envelope("v1", "PodList", bytes)));
      assertTame(() => addMessage(listOf(resource), bytes));
      assertTame(() => readStatus(envelope("v1", "Status", bytes)));
    }),
    { numRuns: count },
  );
});

const mutation = fc.record({ at: fc.nat(), to: fc.integer({ min: 0, max: 255 }) });

test("lists with a few bytes changed, and cut off anywhere", () => {
  const lists = fc
    .constantFrom(...resources)
    .chain((resource) => fc.tuple(fc.constant(resource), fc.array(objectsOf(resource), { maxLength: 2 })));
  fc.assert(
    fc.property(
      lists,
      fc.array(mutation, { maxLength: 5 }),
      fc.nat(),
      ([resource, objects], changes, cut) => {
        const bytes = encodeList(resource, objects);
        for (const { at, to } of changes) bytes[at % bytes.length] = to;
        assertTame(() => readAll(resource, bytes));
        assertTame(() => readAll(resource, bytes.subarray(0, cut % bytes.length)));
      },
    ),
    { numRuns: runs(100, 1 / 5) },
  );
});

const pod = { metadata: { name: "a", namespace: "shop", uid: "1" } };
const whole = encode("v1/pods", pod);
const metadata = (bytes: Buffer) => delimited(1, bytes);
const status = (bytes: Buffer) => delimited(3, bytes);
const endless = Buffer.alloc(11, 0xff);

const faults: Readonly<Record<string, Buffer>> = {
  "a tag that breaks off": Buffer.from([0x80]),
  "a tag of more than 32 bits": Buffer.from([0xff, 0xff, 0xff, 0xff, 0x7f]),
  "a field without a number": Buffer.from([0x02, 0x00]),
  "a length beyond the end": Buffer.from([0x0a, 0x05, 0x00]),
  "a length beyond the end of the message around it": metadata(Buffer.from([0x0a, 0x01])),
  "an unknown number that has no end": Buffer.concat([Buffer.from([0x78]), endless]),
  "a known number that has no end": metadata(Buffer.concat([Buffer.from([0x38]), endless])),
  "a number of 65 bits": metadata(Buffer.from([0x38, ...new Array(9).fill(0xff), 0x02])),
  "a number beyond 2^53": metadata(Buffer.from([0x38, ...new Array(8).fill(0xff), 0x7f])),
  "text as a number": metadata(varint(1, 7)),
  "a number as text": metadata(delimited(7, "7")),
  "a message as a number": varint(1, 7),
  "a group": Buffer.from([0x7b, 0x7c]),
  "a value of 8 bytes that breaks off": Buffer.from([0x79, 0x00]),
  "a value of 4 bytes that breaks off": Buffer.from([0x7d, 0x00]),
  "text that is not UTF-8": metadata(delimited(1, Buffer.from([0xc3, 0x28]))),
  "a name that comes twice": metadata(Buffer.concat([delimited(1, "a"), delimited(1, "b")])),
  "metadata that comes twice": Buffer.concat([whole, metadata(delimited(5, "2"))]),
  "a label that comes twice": metadata(
    Buffer.concat(
      ["x", "y"].map((value) => delimited(11, Buffer.concat([delimited(1, "k"), delimited(2, value)]))),
    ),
  ),
  "a label with a third field": metadata(delimited(11, varint(3, 1))),
  "a time after the year 9999": status(delimited(7, varint(1, 253_402_300_800))),
  "a time before the year 1": status(delimited(7, varint(1, -62_135_596_801))),
  "a time that is text": status(delimited(7, delimited(1, "now"))),
  "managed fields that are not JSON": metadata(
    delimited(17, delimited(7, delimited(1, '{"f:metadata":{"f:finalizers"'))),
  ),
  "managed fields of the wrong kind": metadata(
    delimited(17, delimited(7, delimited(1, '{"f:metadata":[]}'))),
  ),
};

for (const [name, bytes] of Object.entries(faults)) {
  test(`${name} is malformed`, () => {
    assert.throws(() => addMessage(listOf("v1/pods"), bytes), Malformed);
    assert.throws(() => decodeItem("v1/pods", bytes, implied), Malformed);
  });
}

const answers: Readonly<Record<string, Buffer>> = {
  JSON: Buffer.from('{"kind":"PodList"}'),
  nothing: Buffer.alloc(0),
  "an object instead of a list": envelope("v1", "Pod", whole),
  "a list that breaks off": encodeList("v1/pods", [pod]).subarray(0, -20),
  "no message": Buffer.from("k8s\0"),
  "two messages": Buffer.concat([envelope("v1", "PodList", Buffer.alloc(0)), delimited(2, "")]),
  "a message in another encoding": Buffer.concat([
    Buffer.from("k8s\0"),
    delimited(1, Buffer.concat([delimited(1, "v1"), delimited(2, "PodList")])),
    delimited(2, ""),
    delimited(3, "gzip"),
  ]),
  "items that are numbers": envelope("v1", "PodList", varint(2, 1)),
};

for (const [name, bytes] of Object.entries(answers)) {
  test(`${name} is not a list`, () => {
    assertTame(() => assert.equal(readAll("v1/pods", bytes), "left"));
    assert.throws(() => readStatus(bytes), Malformed);
  });
}

test("fields that nobody asked for are passed over, whatever their type", () => {
  const strange = Buffer.concat([
    varint(900, 1),
    delimited(901, "x"),
    Buffer.from([0xf9, 0x07, ...new Array(8).fill(1)]),
    Buffer.from([0xfd, 0x07, ...new Array(4).fill(1)]),
  ]);
  const read = decodeItem("v1/pods", Buffer.concat([strange, whole, strange]), implied);
  assert.deepEqual(read, decodeItem("v1/pods", whole, implied));
  const items = listOf("v1/pods");
  addMessage(items, Buffer.concat([strange, whole, strange]));
  assert.ok(read.ok);
  assert.deepEqual(items.at(0), read.object);
});

test("an object without a name or a uid is refused, and what it says of itself is known", () => {
  const nameless = metadata(Buffer.concat([delimited(5, "1"), delimited(3, "shop")]));
  assert.deepEqual(addAll(listOf("v1/pods"), delimited(2, nameless)), [
    { metadata: { namespace: "shop", uid: "1" } },
  ]);
});
