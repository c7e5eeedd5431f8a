/** How much memory a list takes once it is packed, and that nothing else of it stays. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { generate } from "../../../bench/generator/cluster.ts";
import { encoded } from "../../../bench/store/encoded.ts";
import { isInPart, kindOf, type Pod } from "../../../src/model/index.ts";
import { PackedItems } from "../../../src/sources/packed/index.ts";
import { type BuiltIn, readList } from "../../../src/sources/protobuf/index.ts";
import { envelope } from "../../support/protobuf/encode.ts";

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

const parts = ["pods with claims", "pods without claims", "claims", "volumes", "attachments"] as const;
type Part = (typeof parts)[number];

const resources = {
  "pods with claims": "v1/pods",
  "pods without claims": "v1/pods",
  claims: "v1/persistentvolumeclaims",
  volumes: "v1/persistentvolumes",
  attachments: "storage.k8s.io/v1/volumeattachments",
} as const satisfies Record<Part, BuiltIn>;

/** The messages of a cluster's objects, each with its tag. */
const messages = new Map<Part, Buffer[]>(parts.map((part) => [part, []]));
for (const item of generate({ pods: 1500 }).items) {
  const part = partOf(item.resource, item.object);
  if (part !== undefined) messages.get(part)?.push(encoded(item).protobuf);
}

function partOf(resource: string, object: object): Part | undefined {
  if (resource !== "v1/pods") return parts.find((part) => resources[part] === resource);
  const isIn = isInPart("pods with claims", { kind: "Pod", ...object } as Pod);
  return isIn ? "pods with claims" : "pods without claims";
}

const perPage = 500;

/** Pages as they come, each to be read once. */
function* pagesOf(part: Part): Iterable<Buffer> {
  const all = messages.get(part) ?? [];
  const { kind } = kindOf(resources[part]);
  for (let begin = 0; begin < all.length; begin += perPage)
    yield envelope("v1", `${kind}List`, Buffer.concat(all.slice(begin, begin + perPage)));
}

function packed(part: Part) {
  const resource = resources[part];
  const items = new PackedItems(resource, { apiVersion: "v1", kind: kindOf(resource).kind });
  for (const page of pagesOf(part)) for (const message of readList(page).items) items.add(message);
  return items;
}

/** Memory is given back some time after nobody uses it. */
async function settled(): Promise<NodeJS.MemoryUsage> {
  for (let round = 0; round < 3; round++) {
    collectGarbage();
    await setImmediate();
  }
  return process.memoryUsage();
}

/** Of a list, however short: a chunk, tables, and the places for objects that are made. */
const fixed = 256 * 1024;

const bounds: Readonly<Record<Part, number>> = {
  "pods with claims": 350,
  "pods without claims": 260,
  claims: 250,
  volumes: 300,
  attachments: 300,
};

for (const part of parts) {
  test(`${part} take at most ${bounds[part]} bytes each, none of them a string, and their pages go`, async () => {
    // What is kept for all lists is not of this one.
    packed(part);
    const before = await settled();
    const items = packed(part);
    const after = await settled();
    const { length, bytes } = items;
    const heap = after.heapUsed - before.heapUsed;
    const buffers = after.arrayBuffers - before.arrayBuffers;
    const figures = JSON.stringify({ length, heap, buffers, bytes });
    assert.ok(length > 700, figures);
    assert.ok(bytes + heap <= fixed + bounds[part] * length, figures);
    // Strings, of which each object has ten and more, would take several times as much.
    assert.ok(heap < 160 * length, figures);
    assert.ok(buffers <= bytes + fixed, figures);
    assert.equal(items.columns.isIn("pods with claims", 0), part !== "pods without claims");
  });
}
