/** What lies in a page beside the messages of its items, and how these are told apart. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Malformed, PackedItems } from "../../src/object-store/index.ts";
import { addAll, addMessage } from "../support/add-message.ts";
import { encode, encodeListMeta, envelope } from "../support/protobuf/encode.ts";
import type { Messages } from "../support/protobuf/list-reader.ts";
import { readList } from "../support/protobuf/list-reader.ts";
import { delimited } from "../support/protobuf/writer.ts";

const itemField = 2;
/** So many bytes are packed at a time. */
const atOnce = 128 * 1024;

function claims(): PackedItems<"v1/persistentvolumeclaims"> {
  return new PackedItems("v1/persistentvolumeclaims", { apiVersion: "v1", kind: "PersistentVolumeClaim" });
}

/** @param length about how long its message is */
function claim(name: string, length = 0): Buffer {
  const annotations = { note: name.repeat(Math.ceil(length / name.length)) };
  return encode("v1/persistentvolumeclaims", {
    metadata: { name, namespace: "shop", uid: `uid of ${name}`, annotations },
    spec: { volumeName: `volume of ${name}` },
  });
}

function itemOf(message: Buffer): Buffer {
  return delimited(itemField, message);
}

function pageOf(...parts: readonly Uint8Array[]): Messages {
  const list = Buffer.concat([encodeListMeta({}), ...parts]);
  return readList(envelope("v1", "PersistentVolumeClaimList", list)).items;
}

function assertSame(page: Messages, messages: readonly Buffer[]): void {
  const whole = claims();
  assert.deepEqual(addAll(whole, page.bytes), []);
  const single = claims();
  for (const message of messages) addMessage(single, message);
  whole.settle();
  single.settle();
  assert.deepEqual([...page], messages);
  assert.deepEqual([...whole], [...single]);
  assert.equal(whole.length, messages.length);
}

test("a page of far more than is packed at a time", () => {
  const messages = Array.from({ length: 900 }, (_, at) => claim(`claim-${at}`, 1000 + at));
  assertSame(pageOf(...messages.map(itemOf)), messages);
});

for (const length of [atOnce - 400, atOnce - 200, atOnce, atOnce + 1, 3 * atOnce])
  test(`an item of about ${length} bytes between others`, () => {
    const messages = [claim("before", 700), claim("long", length), claim("behind"), claim("last", length)];
    assertSame(pageOf(...messages.map(itemOf)), messages);
  });

/** Its message has so many bytes. */
function claimOf(name: string, length: number): Buffer {
  const message = claim(name);
  const padding = length - message.length - delimited(900, "").length;
  const longer = padding >= 128 * 128 ? 2 : padding >= 128 ? 1 : 0;
  return Buffer.concat([message, delimited(900, Buffer.alloc(padding - longer, 1))]);
}

for (const length of [127, 128, 129, 300, 16_383, 16_384, 70_000, 2_097_151, 2_097_152])
  test(`items of ${length} bytes, between others`, () => {
    const messages = [claim("one"), claimOf("two", length), claim("three"), claimOf("four", length)];
    assert.equal(messages[1]?.length, length);
    assertSame(pageOf(...messages.map(itemOf)), messages);
  });

test("items that end just where what is packed at a time ends, and one byte before and behind", () => {
  for (let more = -12; more <= 12; more++) {
    const begin = Buffer.concat([claim("first", 50_000), claim("second", 50_000)].map(itemOf));
    const rest = atOnce - begin.length - claim("third").length + more;
    const messages = [
      claim("first", 50_000),
      claim("second", 50_000),
      claim("third", rest - 15),
      claim("fourth", 500),
    ];
    assertSame(pageOf(...messages.map(itemOf)), messages);
  }
});

test("fields that nobody knows, before, between and behind items", () => {
  const unknown = delimited(15, "what another version says");
  const messages = [claim("one"), claim("two", 200_000), claim("three")];
  assertSame(
    pageOf(unknown, ...messages.flatMap((message) => [itemOf(message), unknown, unknown])),
    messages,
  );
});

test("a length that is written with more bytes than it needs", () => {
  const message = claim("one", 150);
  const length = [message.length & 0x7f, message.length >>> 7].map((part) => part | 0x80);
  const long = Buffer.concat([Buffer.from([(itemField << 3) | 2, ...length, 0x80, 0]), message]);
  assertSame(pageOf(itemOf(claim("zero")), long), [claim("zero"), message]);
});

test("of what is not taken it is told what it says of itself, wherever it is", () => {
  const nameless = encode("v1/persistentvolumeclaims", { metadata: { namespace: "shop", uid: "1" } });
  const many = Array.from({ length: 500 }, (_, at) => claim(`claim-${at}`, 1000));
  const last = encode("v1/persistentvolumeclaims", { metadata: { name: "last", uid: "2" } });
  const items = claims();
  const page = pageOf(...[nameless, ...many, nameless, ...many, last].map(itemOf));
  const refused = addAll(items, page.bytes);
  const unnamed = { metadata: { namespace: "shop", uid: "1" } };
  assert.deepEqual(refused, [unnamed, unnamed, { metadata: { name: "last", uid: "2" } }]);
  assert.equal(items.length, 1000);
});

const whole = Buffer.concat([claim("one"), claim("two", 300)].map(itemOf));
const broken: Readonly<Record<string, Buffer>> = {
  "metadata behind items": Buffer.concat([whole, encodeListMeta({ continue: "more" })]),
  "items of the wrong type": Buffer.concat([whole, Buffer.from([itemField << 3, 1])]),
  "a tag of more bytes than it needs": Buffer.concat([
    whole,
    Buffer.from([(itemField << 3) | 2 | 0x80, 0]),
    itemOf(claim("three")).subarray(1),
  ]),
  "a field of no number": Buffer.concat([whole, Buffer.from([0, 0])]),
  "an item that is said to be longer than all that there is": Buffer.concat([
    whole,
    Buffer.from([(itemField << 3) | 2, 0xff, 0xff, 0xff, 0xff, 0x0f]),
    claim("three"),
  ]),
  "a length of six bytes": Buffer.concat([
    whole,
    Buffer.from([(itemField << 3) | 2, 0x80, 0x80, 0x80, 0x80, 0x80, 0]),
    claim("three"),
  ]),
};

for (const [what, bytes] of Object.entries(broken))
  test(`${what}: nothing of the page counts`, () => {
    assert.throws(() => addAll(claims(), pageOf(bytes).bytes), Malformed);
  });

test("a page that breaks off in an item", () => {
  for (let length = whole.length - 1; length > whole.length - 310; length--)
    assert.throws(() => addAll(claims(), pageOf(whole.subarray(0, length)).bytes), Malformed, `${length}`);
});
