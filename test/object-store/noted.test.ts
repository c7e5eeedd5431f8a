/** What is noted while an object is packed is what the object itself says. */
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import type { FieldTest, Index, Path, Recipe } from "../../src/cluster/index.ts";
import { isInPart, parts, recipesOf } from "../../src/cluster/index.ts";
import * as controllers from "../../src/controllers/index.ts";
import type { KubeObject, Resource, Shape } from "../../src/kubernetes/index.ts";
import { checkOf, hashOf, kindOf, pluralOf, wholeShapeOf } from "../../src/kubernetes/index.ts";
import { PackedItems } from "../../src/object-store/index.ts";
import type { BuiltIn } from "../../src/object-store/protobuf/kinds/index.ts";
import { builtIn } from "../../src/object-store/protobuf/kinds/index.ts";
import { addMessage } from "../support/add-message.ts";
import { objectsOf } from "../support/protobuf/arbitrary-object.ts";
import { encode } from "../support/protobuf/encode.ts";
import { readList } from "../support/protobuf/list-reader.ts";
import { decodeItem } from "../support/protobuf/plain-reader.ts";
import { runs } from "../support/runs.ts";

const count = runs(30, 1 / 30);
const resources = Object.keys(builtIn) as BuiltIn[];

function isIndex(value: unknown): value is Index<Resource> {
  return typeof value === "object" && value !== null && "keys" in value && "on" in value;
}

const exported = Object.values(controllers).flatMap((each): unknown[] =>
  isIndex(each) || typeof each !== "object" || each === null ? [each] : Object.values(each),
);

function indexesOn(resource: BuiltIn): readonly Index<Resource>[] {
  const own = [controllers.byName(resource), controllers.dependentsByOwner(resource)];
  return [...exported, ...own]
    .filter(isIndex)
    .filter(({ on, made }) => on === resource && made !== undefined);
}

function typeOf(resource: BuiltIn) {
  return { apiVersion: resource.slice(0, resource.lastIndexOf("/")), kind: kindOf(resource).kind };
}

/** By position: the keys' hashes, or that the object must be asked. */
function noted(items: PackedItems<BuiltIn>, recipe: Recipe): ReadonlyMap<number, readonly string[] | "ask"> {
  const keys = items.columns.takeKeys?.(recipe);
  assert.ok(keys !== undefined);
  assert.equal(items.columns.takeKeys?.(recipe), undefined);
  const found = new Map<number, string[] | "ask">();
  keys.each(
    (hash, check, position) => {
      const before = found.get(position) ?? [];
      assert.ok(before !== "ask");
      found.set(position, [...before, `${hash} ${check}`]);
    },
    (position) => {
      assert.ok(!found.has(position));
      found.set(position, "ask");
    },
  );
  const isOneOfEach = found.size === items.length && [...found.values()].every((each) => each.length === 1);
  assert.equal(keys.isOneOfEach, isOneOfEach);
  const positions = [...found.keys()];
  assert.deepEqual(
    positions,
    [...positions].sort((a, b) => a - b),
  );
  return found;
}

interface Seen {
  keys: number;
  asked: number;
  inPart: number;
  outOfPart: number;
}

function assertNoted(resource: BuiltIn, messages: readonly Buffer[], seen: Seen): void {
  const items = new PackedItems(resource, typeOf(resource));
  const objects: KubeObject[] = [];
  for (const message of messages) {
    const read = decodeItem(resource, message, typeOf(resource));
    assert.equal(addMessage(items, message), read.ok ? "taken" : "incomplete");
    if (read.ok) objects.push(read.object);
  }
  items.settle();
  for (const { name, made, keys } of indexesOn(resource)) {
    if (made === undefined) continue;
    const hashes = noted(items, made);
    for (const [position, object] of objects.entries()) {
      const given = hashes.get(position) ?? [];
      const expected = [...new Set(keys(object as never))];
      if (given === "ask") seen.asked++;
      else {
        const hashed = expected.map((key) => `${hashOf(key)} ${checkOf(key)}`);
        assert.deepEqual(
          [...given].sort(),
          hashed.sort(),
          `${name}: ${JSON.stringify({ object, expected })}`,
        );
        seen.keys += hashed.length;
      }
    }
  }
  for (const part of parts.filter(({ on }) => on.includes(resource))) {
    for (const [position, object] of objects.entries()) {
      const isIn = isInPart(part, object);
      assert.equal(items.columns.isIn(part, position), isIn, `${part.name}: ${JSON.stringify(object)}`);
      if (isIn) seen.inPart++;
      else seen.outOfPart++;
    }
  }
}

/** Texts that a lookup asks for, and where. */
interface Wanted {
  readonly path: Path;
  readonly value: string;
}

function wantedIn(test: FieldTest): readonly Wanted[] {
  const { path } = test;
  switch (test.is) {
    case "set":
    case "absent":
      return [];
    case "one of":
    case "none of":
    case "other than":
    case "beginning with":
      return test.values.flatMap((value) => [
        { path, value },
        { path, value: `${value}x` },
      ]);
    case "unlike":
      return [path, test.other].flatMap((each) => ["1Gi", "2Gi"].map((value) => ({ path: each, value })));
  }
}

const names = ["data-web-0", "data-1234567890", "a-1-2", "-7", "prime-x", "prime-", "populate-x", "prime-ä"];
const oldClass: Path = ["metadata", "annotations", "volume.beta.kubernetes.io/storage-class"];

function wantedOf(resource: BuiltIn): readonly Wanted[] {
  const ofParts = parts.filter(({ on }) => on.includes(resource)).flatMap(({ any }) => any);
  const ofRecipes = recipesOf(resource).flatMap(({ asks = [], when = [] }) => [...asks, ...when]);
  return [
    ...[...ofParts, ...ofRecipes].flatMap(wantedIn),
    ...names.map((value) => ({ path: ["metadata", "name"], value })),
    { path: oldClass, value: "fast" },
  ];
}

/** The value with a text at a path; of a list in between, in its first item. */
function withText(value: unknown, shape: Shape, path: Path, text: string): unknown {
  if (isList(shape)) {
    const [first, ...others] = Array.isArray(value) ? value : [];
    return [withText(first, shape[0], path, text), ...others];
  }
  const [field, ...rest] = path;
  if (field === undefined || typeof shape === "string") return text;
  const before = (value ?? {}) as Readonly<Record<string, unknown>>;
  const inner = shape[field] ?? shape["*"];
  return inner === undefined ? value : { ...before, [field]: withText(before[field], inner, rest, text) };
}

function isList(shape: Shape): shape is readonly [Shape] {
  return Array.isArray(shape);
}

function generated(resource: BuiltIn) {
  const shape: Shape = wholeShapeOf(kindOf(resource));
  return fc
    .tuple(objectsOf(resource), fc.subarray([...wantedOf(resource)], { maxLength: 8 }))
    .map(([object, wanted]) =>
      wanted.reduce<unknown>((made, { path, value }) => withText(made, shape, path, value), object),
    ) as ReturnType<typeof objectsOf>;
}

for (const resource of resources) {
  test(`${count} times some of ${resource}: their keys and parts are noted`, () => {
    const seen: Seen = { keys: 0, asked: 0, inPart: 0, outOfPart: 0 };
    fc.assert(
      fc.property(fc.array(generated(resource), { maxLength: 4 }), (objects) => {
        const messages = [...objects, ...objects].map((object) => encode(resource, object));
        assertNoted(resource, messages, seen);
      }),
      { numRuns: count },
    );
    assert.ok(seen.keys > 0 && seen.inPart > 0 && seen.outOfPart > 0, JSON.stringify(seen));
  });
}

const folder = join(import.meta.dirname, "../fixtures/encodings");
for (const resource of resources) {
  const file = join(folder, `${pluralOf(resource)}.pb`);
  if (!existsSync(file)) continue;
  test(`${resource} as they were sent: their keys and parts are noted`, () => {
    const { items } = readList(readFileSync(file));
    assertNoted(resource, [...items, ...items], { keys: 0, asked: 0, inPart: 0, outOfPart: 0 });
  });
}

test("every recipe is that of an index", () => {
  for (const resource of resources) {
    const made = indexesOn(resource).map((index) => index.made);
    for (const recipe of recipesOf(resource)) assert.ok(made.includes(recipe), resource);
  }
});
