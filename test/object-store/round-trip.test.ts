/** An object that was packed says the same as one that was read at once. */
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import type { KubeObject } from "../../src/kubernetes/index.ts";
import { hashOf, kindOf, pluralOf } from "../../src/kubernetes/index.ts";
import { PackedItems } from "../../src/object-store/index.ts";
import type { BuiltIn } from "../../src/object-store/protobuf/kinds/index.ts";
import { builtIn } from "../../src/object-store/protobuf/kinds/index.ts";
import { addMessage } from "../support/add-message.ts";
import { objectsOf } from "../support/protobuf/arbitrary-object.ts";
import { encode } from "../support/protobuf/encode.ts";
import { readList } from "../support/protobuf/list-reader.ts";
import { decodeItem } from "../support/protobuf/plain-reader.ts";
import { runs } from "../support/runs.ts";

const count = runs(10, 1 / 30);
const resources = Object.keys(builtIn) as BuiltIn[];

function typeOf(resource: BuiltIn) {
  return { apiVersion: resource.slice(0, resource.lastIndexOf("/")), kind: kindOf(resource).kind };
}

/** Packed one after the other; each then read several times, in another order. */
function assertSame(resource: BuiltIn, messages: readonly Buffer[]): void {
  const items = new PackedItems(resource, typeOf(resource));
  const expected: KubeObject[] = [];
  for (const message of messages) {
    const given = Buffer.from(message);
    const read = decodeItem(resource, message, typeOf(resource));
    assert.equal(addMessage(items, given), read.ok ? "taken" : "incomplete");
    given.fill(0xff);
    if (read.ok) expected.push(read.object);
  }
  assert.equal(items.length, expected.length);
  items.settle();
  for (let position = expected.length - 1; position >= 0; position--) {
    const { metadata } = expected[position] as KubeObject;
    assert.deepStrictEqual(items.at(position), expected[position]);
    assert.equal(JSON.stringify(items.at(position)), JSON.stringify(expected[position]));
    assert.equal(items.columns.nameHash(position), hashOf(metadata.name));
    assert.equal(items.columns.namespaceHash(position), hashOf(metadata.namespace ?? ""));
    const { names, namespaces } =
      items.columns.nameHashes ?? assert.fail("the hashes of all names are known");
    assert.equal(names.at(position), hashOf(metadata.name));
    assert.equal(namespaces?.at(position) ?? hashOf(""), hashOf(metadata.namespace ?? ""));
  }
  assert.deepStrictEqual([...items], expected);
  assert.equal(items.at(expected.length), undefined);
  assert.equal(items.at(-1), undefined);
}

for (const resource of resources) {
  test(`${count} times some of ${resource}, packed, say the same`, () => {
    const objects = fc.array(objectsOf(resource), { maxLength: 3 });
    fc.assert(
      fc.property(objects, objects, (some, others) => {
        // What comes again is written in another way.
        const all = [...some, ...others, ...some, ...some];
        assertSame(
          resource,
          all.map((object) => encode(resource, object)),
        );
      }),
      { numRuns: count },
    );
  });
}

const folder = join(import.meta.dirname, "../fixtures/encodings");
for (const resource of resources) {
  const file = join(folder, `${pluralOf(resource)}.pb`);
  if (!existsSync(file)) continue;
  test(`${resource} as they were sent, packed, say the same`, () => {
    const { items } = readList(readFileSync(file));
    assertSame(resource, [...items, ...items, ...items]);
  });
}

const versions = [
  "",
  "0",
  "7",
  "00",
  "012",
  "999999999999999",
  "1000000000000000",
  "12a",
  "-1",
  "1e3",
  "٣",
  " 1",
];

test("a resource version that is no number is taken as it is", () => {
  const message = (resourceVersion: string) =>
    encode("v1/persistentvolumes", {
      metadata: { name: `v${resourceVersion}`, uid: "u", resourceVersion },
      spec: { claimRef: { namespace: "shop", name: "data", resourceVersion } },
    });
  const items = new PackedItems("v1/persistentvolumes", { apiVersion: "v1", kind: "PersistentVolume" });
  for (const version of versions) addMessage(items, message(version));
  items.settle();
  const implied = { apiVersion: "v1", kind: "PersistentVolume" };
  const expected = versions.map((version) => {
    const decoded = decodeItem("v1/persistentvolumes", message(version), implied);
    return decoded.ok ? decoded.object : undefined;
  });
  assert.deepEqual([...items], expected);
});

const uuid = "0a19f5b8-7c5e-4f2a-9d6b-0123456789af";
const digest = uuid.replaceAll("-", "0").slice(0, 32).repeat(2);

for (const [what, text] of Object.entries({ UUID: uuid, digest }))
  test(`a text that is nearly a ${what} is not taken for one`, () => {
    const characters = Array.from({ length: 0x80 }, (_, code) => String.fromCharCode(code));
    const changed = (at: number) => characters.map((other) => text.slice(0, at) + other + text.slice(at + 1));
    const names = Array.from(text, (_, at) => changed(at)).flat();
    const messages = names.map((name) => encode("v1/persistentvolumes", { metadata: { name, uid: name } }));
    assertSame("v1/persistentvolumes", messages);
  });
