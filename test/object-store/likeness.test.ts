/** Objects that are noted to be alike have the same where it was noted. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { keyOfAlike } from "../../src/analysis/conditions.ts";
import type { Path } from "../../src/cluster/index.ts";
import { isNoted, notedLikenesses } from "../../src/cluster/index.ts";
import { kindOf } from "../../src/kubernetes/index.ts";
import { PackedItems } from "../../src/object-store/index.ts";
import { builtIn } from "../../src/object-store/protobuf/kinds/index.ts";
import { addMessage } from "../support/add-message.ts";
import { volumes } from "../support/arbitrary/claims-and-volumes.ts";
import { objectsOf } from "../support/protobuf/arbitrary-object.ts";
import { encode } from "../support/protobuf/encode.ts";
import { runs } from "../support/runs.ts";

const resource = "v1/persistentvolumes";
const noted = notedLikenesses[resource] ?? [];

function packed(objects: readonly object[]) {
  const items = new PackedItems(resource, { apiVersion: "v1", kind: kindOf(resource).kind });
  for (const object of objects) addMessage(items, encode(resource, { ...object }));
  return items;
}

/** Values as they are, by number; different values must never share a number. */
function assertLikenesses(objects: readonly object[]): Map<number, string> {
  const items = packed(objects);
  const numberAt = items.columns.likenesses?.(noted);
  const known = new Map<number, string>();
  for (let position = 0; position < items.length; position++) {
    const number = numberAt?.(position);
    const object = items.at(position);
    if (number === undefined || object === undefined) continue;
    const key = keyOfAlike({ paths: noted as readonly [Path, ...Path[]] }, object);
    assert.equal(known.get(number) ?? key, key);
    known.set(number, key);
  }
  return known;
}

test("two volumes with one number have the same there", () => {
  const any = fc.array(fc.oneof(volumes, objectsOf(resource)), { maxLength: 12 });
  fc.assert(
    fc.property(any, (some) => {
      assertLikenesses([...some, ...some, ...some]);
    }),
    { numRuns: runs(40) },
  );
});

test("of many volumes few are different, and soon each has the number of one before it", () => {
  const some = fc.sample(volumes, { numRuns: 300, seed: 1 });
  const numbers = assertLikenesses([...some, ...some, ...some, ...some]);
  const different = new Set(numbers.values()).size;
  assert.ok(different > 20);
  assert.ok(numbers.size <= 4 * different, `${numbers.size} numbers for ${different}`);
});

test("what is asked must lie at or below what was noted", () => {
  assert.equal(isNoted([["spec", "nodeAffinity", "required"]], noted), true);
  assert.equal(isNoted([["spec", "csi"]], noted), false);
  assert.equal(
    isNoted(
      [
        ["metadata", "finalizers"],
        ["status", "phase"],
      ],
      noted,
    ),
    false,
  );
  const [volume] = fc.sample(volumes, { numRuns: 1, seed: 1 });
  assert.ok(volume !== undefined);
  const items = packed([volume, volume, volume]);
  assert.equal(items.columns.likenesses?.([["spec", "csi"]]), undefined);
  assert.notEqual(items.columns.likenesses?.(noted)?.(2), undefined);
});

test("all that is noted is packed", () => {
  for (const kind of Object.keys(notedLikenesses)) assert.ok(kind in builtIn);
});
