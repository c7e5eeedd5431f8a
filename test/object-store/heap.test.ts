/** What a packed list leaves for the garbage collector to look at: next to nothing, however long it is. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { generate } from "../../bench/generator/cluster.ts";
import { encoded } from "../../bench/store/encoded.ts";
import { PackedItems } from "../../src/object-store/index.ts";
import { addMessage } from "../support/add-message.ts";
import { envelope } from "../support/protobuf/encode.ts";
import { readList } from "../support/protobuf/list-reader.ts";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

const messages = [...generate({ pods: 3000 }).items]
  .filter(({ resource }) => resource === "v1/persistentvolumeclaims")
  .map((item) => encoded(item).protobuf);

/** Bytes of objects that are still reachable. */
function heap(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

function packed(some: readonly Buffer[]): PackedItems<"v1/persistentvolumeclaims"> {
  const items = new PackedItems("v1/persistentvolumeclaims", {
    apiVersion: "v1",
    kind: "PersistentVolumeClaim",
  });
  for (const message of readList(envelope("v1", "PersistentVolumeClaimList", Buffer.concat(some))).items)
    addMessage(items, message);
  items.settle();
  return items;
}

/** Of a list, however long: its places for made objects, views of its chunks, and the like. */
const fixed = 128 * 1024;
const perObject = 16;

test(`a packed claim takes at most ${perObject} bytes of the heap once garbage is collected`, () => {
  // Code that is compiled meanwhile is on the heap as well: what a list takes is the least of a few times.
  const lists = [1, 2, 3, 4, 5].map(() => {
    const before = heap();
    const items = packed(messages);
    return { items, taken: heap() - before };
  });
  const taken = Math.min(...lists.map((list) => list.taken));
  const items = packed(messages);
  const after = heap();
  assert.ok(items.length > 1400);
  assert.ok(taken <= fixed + perObject * items.length, `${taken} bytes for ${items.length} claims`);
  // As objects they would take far more.
  const made = [...items];
  const more = heap() - after;
  assert.ok(more > 20 * perObject * made.length, `${more} bytes for ${made.length} objects`);
});

/** Some objects that were made lately, and what of them is in the dictionary. */
const walkedThrough = 512 * 1024;

test("of a list that was walked through, few objects stay", () => {
  const lists = [1, 2, 3, 4, 5].map(() => packed(messages));
  const taken = lists.map((items) => {
    const before = heap();
    let walked = 0;
    for (const _ of items) walked++;
    assert.equal(walked, items.length);
    return heap() - before;
  });
  assert.ok(Math.min(...taken) <= walkedThrough, `${taken} bytes`);
});
