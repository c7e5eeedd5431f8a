/** Annotations of a pod that no code asks for are not kept, in whatever encoding they came. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Malformed, PackedItems } from "../../src/object-store/index.ts";
import { decode } from "../../src/reading/decode/index.ts";
import { addMessage } from "../support/add-message.ts";
import { encode } from "../support/protobuf/encode.ts";
import { decodeItem } from "../support/protobuf/plain-reader.ts";
import { delimited } from "../support/protobuf/writer.ts";

const type = { apiVersion: "v1", kind: "Pod" };
const status = JSON.stringify({ containers: "x".repeat(2000) });

type Texts = Readonly<Record<string, string>>;

function pod(annotations: Texts | undefined, name = "db-0"): object {
  return { metadata: { name, namespace: "shop", uid: `uid of ${name}`, annotations } };
}

function message(annotations: Texts | undefined, name?: string): Buffer {
  return encode("v1/pods", pod(annotations, name) as Parameters<typeof encode>[1]);
}

function packed(...messages: readonly Buffer[]): PackedItems<"v1/pods"> {
  const items = new PackedItems("v1/pods", type);
  for (const message of messages) assert.equal(addMessage(items, message), "taken");
  items.settle();
  return items;
}

/** The annotations of a pod that was sent with these, as each reader has them. */
function readOf(sent: Texts | undefined): readonly (Texts | undefined)[] {
  const bytes = message(sent);
  const fromJson = decode("v1/pods", JSON.parse(JSON.stringify(pod(sent))), type);
  const fromProtobuf = decodeItem("v1/pods", bytes, type);
  assert.ok(fromJson.ok && fromProtobuf.ok);
  return [fromJson.object, fromProtobuf.object, packed(bytes).at(0)].map(
    (object) => object?.metadata.annotations as Texts | undefined,
  );
}

function assertRead(sent: Texts | undefined, expected: Texts | undefined): void {
  for (const annotations of readOf(sent)) assert.deepEqual(annotations, expected);
}

test("those that are read are kept, and no others", () => {
  assertRead(
    {
      "checksum/config": "f00d",
      "meta.helm.sh/release-name": "shop",
      "pvguard.dev/ignore": "PVG301",
      "sidecar.istio.io/status": status,
    },
    { "meta.helm.sh/release-name": "shop", "pvguard.dev/ignore": "PVG301" },
  );
});

test("that there are some is kept: whoever adds one must not set all of them", () => {
  assertRead({ "checksum/config": "f00d" }, {});
  assertRead(undefined, undefined);
});

test("a key that only begins as one that is read, or ends so, is another", () => {
  assertRead({ "pvguard.dev/ignor": "1", "pvguard.dev/ignored": "2", "x.pvguard.dev/ignore": "3" }, {});
});

test("however long they are, they take no room, also where each pod has others", () => {
  const named = (at: number) => `db-${String(at).padStart(4, "0")}`;
  const roomOf = (annotationsOf: (at: number) => Texts) => {
    const items = packed(...Array.from({ length: 2000 }, (_, at) => message(annotationsOf(at), named(at))));
    assert.deepEqual(items.at(1999)?.metadata.annotations, { "pvguard.dev/ignore": "PVG301" });
    return items.bytes;
  };
  const read = { "pvguard.dev/ignore": "PVG301" };
  const room = roomOf(() => read);
  const withOthers = roomOf((at) => ({ "checksum/config": `${at} ${status}`, ...read }));
  assert.ok(withOthers - room < 100, `${withOthers} bytes, and ${room} without`);
});

test("one that is read, where the neighbour has another of its length, is that one", () => {
  const value = "PVG301,PVG302,PVG303";
  const sent = ["pvguard.dev/ignorX", "pvguard.dev/ignore", "pvguard.dev/ignorX"];
  const items = packed(...sent.map((key, at) => message({ [key]: value }, `db-${at}`)));
  const found = [...items].map(({ metadata }) => metadata.annotations);
  assert.deepEqual(found, [{}, { "pvguard.dev/ignore": value }, {}]);
});

/** An entry of `metadata.annotations`, with these bytes as its value. */
function withEntries(...entries: readonly Buffer[]): Buffer {
  const metadata = [
    delimited(1, "db-0"),
    delimited(3, "shop"),
    delimited(5, "u1"),
    ...entries.map((entry) => delimited(12, entry)),
  ];
  return delimited(1, Buffer.concat(metadata));
}

function entry(key: Buffer | string, value: Buffer | string): Buffer {
  return Buffer.concat([delimited(1, key), delimited(2, value)]);
}

const noText = Buffer.from([0xff, 0xfe]);

test("what is not read is not looked into", () => {
  const bytes = withEntries(
    entry("checksum/config", noText),
    entry(noText, "x"),
    entry("pvguard.dev/ignore", "a"),
    entry("helm.sh/hook", "behind its place"),
    entry("checksum/config", "twice"),
  );
  const fromProtobuf = decodeItem("v1/pods", bytes, type);
  assert.ok(fromProtobuf.ok);
  for (const object of [fromProtobuf.object, packed(bytes).at(0)])
    assert.deepEqual(object?.metadata.annotations, {
      "pvguard.dev/ignore": "a",
      "helm.sh/hook": "behind its place",
    });
});

const refused: Readonly<Record<string, readonly Buffer[]>> = {
  "one that is read, and no text": [entry("pvguard.dev/ignore", noText)],
  "one that is read, twice": [
    entry("pvguard.dev/ignore", "a"),
    entry("checksum/config", "x"),
    entry("pvguard.dev/ignore", "b"),
  ],
  "one that is not read, with something else in it": [
    Buffer.concat([entry("checksum/config", "x"), delimited(3, "y")]),
  ],
};

for (const [what, entries] of Object.entries(refused)) {
  test(`refused: ${what}`, () => {
    const bytes = withEntries(...entries);
    assert.throws(() => decodeItem("v1/pods", bytes, type), Malformed);
    assert.throws(() => addMessage(new PackedItems("v1/pods", type), bytes), Malformed);
  });
}
