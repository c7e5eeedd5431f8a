/** A list that has been handed over to another thread is the list that it was. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { kindOf, parts, recipesOf } from "../../../src/model/index.ts";
import { buffersOf, PackedItems } from "../../../src/sources/packed/index.ts";
import { type BuiltIn, builtIn } from "../../../src/sources/protobuf/kinds/index.ts";
import { addMessage } from "../../support/add-message.ts";
import { objectsOf } from "../../support/protobuf/arbitrary-object.ts";
import { encode } from "../../support/protobuf/encode.ts";
import { runs } from "../../support/runs.ts";

const resources = Object.keys(builtIn) as BuiltIn[];

function typeOf(resource: BuiltIn) {
  return { apiVersion: resource.slice(0, resource.lastIndexOf("/")), kind: kindOf(resource).kind };
}

function packed(resource: BuiltIn, messages: readonly Buffer[]): PackedItems<BuiltIn> {
  const items = new PackedItems(resource, typeOf(resource));
  for (const message of messages) addMessage(items, message);
  return items;
}

function handedOver(resource: BuiltIn, items: PackedItems<BuiltIn>): PackedItems<BuiltIn> {
  const settled = items.settled();
  const copy = structuredClone(settled, { transfer: [...buffersOf(settled)] });
  return new PackedItems(resource, typeOf(resource), copy);
}

/** All that is known of a list. Keys can be taken once. */
function known(resource: BuiltIn, items: PackedItems<BuiltIn>) {
  const { columns, length } = items;
  const positions = Array.from({ length }, (_, at) => at);
  return {
    length,
    bytes: items.bytes,
    objects: [...items],
    names: positions.map((at) => [columns.nameHash(at), columns.namespaceHash(at)]),
    parts: parts
      .filter(({ on }) => on.includes(resource))
      .map((part) => positions.map((at) => columns.isIn(part, at))),
    keys: recipesOf(resource).map((recipe) => {
      const found: unknown[] = [];
      const keys = columns.takeKeys?.(recipe);
      keys?.each(
        (...key) => found.push(key),
        (position) => found.push(position),
      );
      return [keys?.isOneOfEach, found];
    }),
  };
}

for (const resource of resources) {
  test(`${resource}: as it was`, () => {
    const lists = fc.array(objectsOf(resource), { maxLength: 12 });
    fc.assert(
      fc.property(lists, (objects) => {
        const messages = objects.map((object) => encode(resource, object));
        const over = handedOver(resource, packed(resource, messages));
        const here = packed(resource, messages);
        here.settle();
        assert.deepEqual(known(resource, over), known(resource, here));
      }),
      { numRuns: runs(10, 1 / 100) },
    );
  });
}

test("a set of fields stays one in which only what is there can be found", () => {
  const fieldsV1 = { "f:metadata": { "f:finalizers": { 'v:"my.org/keep"': {} } } };
  const pod = {
    metadata: { name: "a", namespace: "shop", uid: "u", managedFields: [{ manager: "m", fieldsV1 }] },
  };
  const messages = [encode("v1/pods", pod), encode("v1/pods", pod)];
  const over = handedOver("v1/pods", packed("v1/pods", messages));
  assert.deepEqual([...over], [...packed("v1/pods", messages)]);
  const found = over.at(1)?.metadata.managedFields?.[0]?.fieldsV1?.["f:metadata"]?.["f:finalizers"] ?? {};
  assert.equal(Object.getPrototypeOf(found), null);
});

test("nothing is copied: the memory of the list is gone where it was", () => {
  const name = "data-0".padEnd(60, "x");
  const messages = Array.from({ length: 3000 }, (_, at) =>
    encode("v1/pods", { metadata: { name: `${name}${at}`, namespace: "shop", uid: `u${at}` } }),
  );
  const items = packed("v1/pods", messages);
  const over = handedOver("v1/pods", items);
  assert.deepEqual([over.length, over.at(2999)?.metadata.name], [3000, `${name}2999`]);
  assert.ok(over.bytes > 0);
  assert.throws(() =>
    items
      .settled()
      .chunks.map((chunk) => structuredClone(chunk, { transfer: [chunk?.buffer as ArrayBuffer] })),
  );
});
