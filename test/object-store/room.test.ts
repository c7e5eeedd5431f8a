/** How much memory a list takes once it is packed. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { generate } from "../../bench/generator/cluster.ts";
import { encoded } from "../../bench/store/encoded.ts";
import { isInPart, podsWithClaims } from "../../src/cluster/index.ts";
import type { Pod } from "../../src/kubernetes/index.ts";
import { kindOf } from "../../src/kubernetes/index.ts";
import type { BuiltIn } from "../../src/object-store/index.ts";
import { PackedItems } from "../../src/object-store/index.ts";
import { addMessage } from "../support/add-message.ts";
import { encode, envelope } from "../support/protobuf/encode.ts";
import { readList } from "../support/protobuf/list-reader.ts";

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
  const isIn = isInPart(podsWithClaims, { apiVersion: "v1", kind: "Pod", ...object } as Pod);
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

function emptyItems(part: Part) {
  const resource = resources[part];
  return new PackedItems(resource, { apiVersion: "v1", kind: kindOf(resource).kind });
}

function pack(page: Buffer, items: ReturnType<typeof emptyItems>): void {
  for (const message of readList(page).items) addMessage(items, message);
}

function packed(part: Part): void {
  const items = emptyItems(part);
  for (const page of pagesOf(part)) pack(page, items);
}

/** How many strings are made of bytes meanwhile. */
function stringsMade(work: () => void): number {
  const usual = Buffer.prototype.toString;
  let count = 0;
  Buffer.prototype.toString = function (...given: Parameters<typeof usual>) {
    count++;
    return usual.apply(this, given);
  };
  try {
    work();
  } finally {
    Buffer.prototype.toString = usual;
  }
  return count;
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
  test(`${part} take at most ${bounds[part]} bytes each, and no string is made of them`, () => {
    // What is looked for in managed fields is read once for all lists.
    packed(part);
    const pages = [...pagesOf(part)];
    const items = emptyItems(part);
    const made = stringsMade(() => {
      for (const page of pages) pack(page, items);
    });
    const { length, bytes } = items;
    const figures = JSON.stringify({ length, bytes, made });
    assert.ok(length > 700, figures);
    assert.ok(bytes <= fixed + bounds[part] * length, figures);
    // What kind of list each page is, and a few sets of managed fields that were not seen lately.
    assert.ok(made <= length / 20, figures);
    assert.equal(items.columns.isIn(podsWithClaims, 0), part !== "pods without claims");
  });
}

test("the volumes of a node are kept once, though it names them twice", () => {
  const volumes = Array.from(
    { length: 2000 },
    (_, at) => `kubernetes.io/csi/ebs.csi.aws.com^vol-${10_000_000 + at}`,
  );
  const attached = volumes.map((name) => ({ name, devicePath: "" }));
  const node = (status: object) => encode("v1/nodes", { metadata: { name: "node", uid: "node" }, status });
  const bytesOf = (message: Buffer) => {
    const items = new PackedItems("v1/nodes", { apiVersion: "v1", kind: "Node" });
    addMessage(items, message);
    items.settle();
    return items.bytes;
  };
  const without = bytesOf(node({}));
  const text = volumes.join("").length;
  const both = bytesOf(node({ volumesInUse: volumes, volumesAttached: attached })) - without;
  // A place in the dictionary, and a number where it stands: twice.
  assert.ok(both <= text + 12 * volumes.length, `${both} bytes for texts of ${text}`);
});

test("moments that are the same as the one before take nothing at the end of an item", () => {
  const time = "2025-10-09T08:55:23Z";
  const bytesOf = (conditions: number, count: number) => {
    const items = new PackedItems("v1/pods", { apiVersion: "v1", kind: "Pod" });
    const all = Array.from({ length: conditions }, (_, at) => ({
      type: `Condition${at}`,
      status: "True",
      lastTransitionTime: time,
    }));
    const metadata = { name: "pod-0000", namespace: "shop", uid: "uid" };
    const message = encode("v1/pods", { metadata, status: { startTime: time, conditions: all } });
    for (let at = 0; at < count; at++) {
      message.write(String(at).padStart(4, "0"), message.indexOf("pod-") + "pod-".length);
      addMessage(items, message);
    }
    items.settle();
    assert.equal(items.at(count - 1)?.status?.conditions?.at(-1)?.lastTransitionTime, time);
    return items.bytes;
  };
  const chunk = 128 * 1024;
  // What is kept once for all items is the same for both counts.
  const forItems = (conditions: number) => bytesOf(conditions, 8000) - bytesOf(conditions, 4000);
  const more = forItems(40) - forItems(1);
  assert.ok(more <= chunk, `${more} bytes`);
});
