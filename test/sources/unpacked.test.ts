/** Objects that are kept as they came are those that a packed list gives, and each is found by what names it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import * as controllers from "../../src/controllers/index.ts";
import { Objects } from "../../src/engine/objects.ts";
import {
  hashOf,
  type Index,
  type KubeObject,
  keyOf,
  kindOf,
  partsOfKey,
  type Resource,
} from "../../src/model/index.ts";
import { PackedItems } from "../../src/sources/packed/index.ts";
import { Malformed } from "../../src/sources/protobuf/index.ts";
import { type BuiltIn, builtIn } from "../../src/sources/protobuf/kinds/index.ts";
import { Messages } from "../../src/sources/protobuf/messages.ts";
import { UnpackedItems } from "../../src/sources/unpacked/index.ts";
import { addMessage } from "../support/add-message.ts";
import { objectsOf } from "../support/protobuf/arbitrary-object.ts";
import { encode } from "../support/protobuf/encode.ts";
import { delimited } from "../support/protobuf/writer.ts";
import { runs } from "../support/runs.ts";

const numRuns = runs(12, 1 / 30);
const resources = Object.keys(builtIn) as BuiltIn[];

function typeOf(resource: BuiltIn) {
  return { apiVersion: resource.slice(0, resource.lastIndexOf("/")), kind: kindOf(resource).kind };
}

function isIndex(value: unknown): value is Index<Resource> {
  return typeof value === "object" && value !== null && "keys" in value && "on" in value;
}

function indexesOn(resource: BuiltIn): readonly Index<Resource>[] {
  const exported: readonly unknown[] = Object.values(controllers);
  return [...exported, controllers.byName(resource), controllers.dependentsByOwner(resource)]
    .filter(isIndex)
    .filter(({ on }) => on === resource);
}

/** The messages as they come in a list, and between them what is in none of them. */
function pageOf(messages: readonly Buffer[], between = "shop data"): Messages {
  const unknown = delimited(15, between);
  const bytes = Buffer.concat([unknown, ...messages.flatMap((message) => [delimited(2, message), unknown])]);
  return new Messages(bytes, 0, bytes.length);
}

let looked = 0;

for (const resource of resources) {
  test(`${resource}: the same objects as packed, and found by the same keys`, () => {
    fc.assert(
      fc.property(fc.array(objectsOf(resource), { maxLength: 4 }), (objects) => {
        const messages = objects.map((object) => encode(resource, object));
        const packed = new PackedItems(resource, typeOf(resource));
        const unpacked = new UnpackedItems(resource, typeOf(resource));
        for (const message of messages)
          assert.equal(addMessage(unpacked, message), addMessage(packed, message));
        for (const position of packed.length === 0 ? [] : [0, packed.length - 1]) {
          assert.equal(unpacked.columns.nameHash(position), packed.columns.nameHash(position));
          assert.equal(unpacked.columns.namespaceHash(position), packed.columns.namespaceHash(position));
        }
        const all: readonly KubeObject[] = [...packed];
        for (const index of indexesOn(resource)) {
          for (const key of all.flatMap((object) => index.keys(object as never)).slice(0, 4)) {
            // A list on which no lookup was made before.
            const fresh = new UnpackedItems(resource, typeOf(resource));
            fresh.addAll(pageOf(messages.slice(0, 3), key));
            fresh.addAll(pageOf(messages.slice(3)));
            if (index.made !== undefined) looked++;
            assert.deepEqual(
              new Objects([fresh]).lookup(index, key),
              new Objects([all]).lookup(index, key),
              `${index.name} of ${key}`,
            );
          }
        }
        assert.deepEqual([...unpacked], all);
      }),
      { numRuns, seed: 20261122 },
    );
  });
}

test("many of the keys were looked for", () => assert.ok(looked > 50, `only ${looked}`));

test("of an object that nobody asks for, nothing is read but its name", () => {
  const pod = (name: string, spec: object) => ({ metadata: { name, namespace: "shop", uid: name }, spec });
  const claim = (claimName: string) => ({ volumes: [{ name: "d", persistentVolumeClaim: { claimName } }] });
  const pods = [pod("one", claim("data")), pod("two", claim("other")), pod("three", { nodeName: "data" })];
  const messages = pods.map((each) => encode("v1/pods", each));
  const items = new UnpackedItems("v1/pods", typeOf("v1/pods"));
  for (const message of messages) addMessage(items, message);
  const made: number[] = [];
  const at = items.at.bind(items);
  items.at = (position) => {
    made.push(position);
    return at(position);
  };
  const found = new Objects([items]).lookup(
    controllers.podsByClaim as unknown as Index<Resource>,
    keyOf("shop", "data"),
  );
  assert.deepEqual(
    found.map(({ metadata }) => metadata.name),
    ["one"],
  );
  assert.deepEqual([...new Set(made)], [0, 2]);
});

test("what every object says is read in whatever order it comes", () => {
  const [name, namespace, uid] = [
    [0x0a, 1, 0x61],
    [0x1a, 1, 0x62],
    [0x2a, 1, 0x63],
  ];
  const fields = [uid, namespace, name].flatMap((each) => each ?? []);
  const items = new UnpackedItems("v1/pods", typeOf("v1/pods"));
  assert.equal(addMessage(items, Buffer.from([0x0a, fields.length, ...fields])), "taken");
  assert.equal(items.columns.nameHash(0), hashOf("a"));
  assert.equal(items.columns.namespaceHash(0), hashOf("b"));
  assert.equal(addMessage(items, Buffer.from([0x0a, 6, ...fields.slice(0, 6)])), "incomplete");
});

test("what stands between the messages is in none of them", () => {
  const volumes = (claimName: string) => [{ name: "d", persistentVolumeClaim: { claimName } }];
  const pod = (name: string, claimName: string) =>
    encode("v1/pods", {
      metadata: { name, namespace: "shop", uid: name },
      spec: { volumes: volumes(claimName) },
    });
  const items = new UnpackedItems("v1/pods", typeOf("v1/pods"));
  items.addAll(pageOf([pod("one", "other"), pod("two", "data"), pod("three", "data-2")]));
  assert.deepEqual(items.columns.holding?.(["shop", "data"], []), [1, 2]);
  assert.deepEqual(items.columns.holding?.([], []), [0, 1, 2]);
  assert.deepEqual(items.columns.holding?.([""], []), [0, 1, 2]);
  assert.deepEqual(items.columns.holding?.(["shop data"], []), []);
});

test("a field is found by looking, however its number is written", () => {
  const field = (tag: readonly number[], body: Buffer) =>
    Buffer.concat([Buffer.from([...tag, body.length]), body]);
  const name = Buffer.from([0x0a, 1, 0x61, 0x1a, 1, 0x62, 0x2a, 1, 0x63]);
  const pod = (source: Buffer) =>
    Buffer.concat([field([0x0a], name), field([0x12], field([0x0a], field([0x12], source)))]);
  const empty = Buffer.alloc(0);
  const items = new UnpackedItems("v1/pods", typeOf("v1/pods"));
  const sources = [
    empty,
    field([0xea, 0x01], empty),
    field([0xea, 0x81, 0x00], empty),
    field([0xea, 0x02], empty),
  ];
  items.addAll(pageOf(sources.map(pod)));
  const path = ["spec", "volumes", "ephemeral"];
  assert.deepEqual(items.columns.holding?.(["nowhere"], [{ path, is: "set" }]), [1, 2]);
  assert.deepEqual(items.columns.holding?.(["nowhere"], [{ path, is: "absent" }]), [0, 3]);
});

test("a message that cannot be read is an error when its object is made", () => {
  const named = Buffer.from([0x0a, 9, 0x0a, 1, 0x61, 0x1a, 1, 0x62, 0x2a, 1, 0x63]);
  const items = new UnpackedItems("v1/pods", typeOf("v1/pods"));
  assert.equal(addMessage(items, Buffer.concat([named, Buffer.from([0x12, 2, 0x0a, 5])])), "taken");
  assert.throws(() => items.at(0), Malformed);
  assert.throws(() => addMessage(items, Buffer.concat([named, named])), Malformed);
  assert.equal(addMessage(items, named.subarray(0, 0)), "incomplete");
});

test("the parts of a key are those that it was made of", () => {
  fc.assert(
    fc.property(fc.array(fc.string()), (parts) => assert.deepEqual(partsOfKey(keyOf(...parts)), parts)),
  );
});
