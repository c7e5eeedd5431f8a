/** Pages that come in pieces, some at the same time, are the list that they are as a whole. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { generate } from "../../bench/generator/cluster.ts";
import { encodeWhole } from "../../bench/protobuf/index.ts";
import type { Draft } from "../../src/object-store/index.ts";
import { Malformed, PackedItems } from "../../src/object-store/index.ts";
import { letGoOfPacker, thePacker } from "../../src/object-store/packer.ts";
import { addAll } from "../support/add-message.ts";
import { encode } from "../support/protobuf/encode.ts";
import { delimited } from "../support/protobuf/writer.ts";
import { runs } from "../support/runs.ts";

const resource = "v1/persistentvolumeclaims";
/** How many bytes are packed at a time. */
const atOnce = 1 << 17;

const messages = [...generate({ pods: 150 }).items]
  .filter((item) => item.resource === resource)
  .map(({ object }) => encodeWhole(resource, object));

function claims(): PackedItems<typeof resource> {
  return new PackedItems(resource, { apiVersion: "v1", kind: "PersistentVolumeClaim" });
}

function begun(list: PackedItems<typeof resource>, longest?: number): Draft {
  const draft = list.draft(longest);
  assert.ok(draft !== undefined);
  return draft;
}

function claim(name: string, length = 0): Buffer {
  const annotations = { note: "x".repeat(length) };
  return encode(resource, { metadata: { name, namespace: "shop", uid: `uid of ${name}`, annotations } });
}

const nameless = encode(resource, { metadata: { namespace: "shop", uid: "1" } });

function pageOf(parts: readonly Buffer[]): Buffer {
  return Buffer.concat(parts.map((message) => delimited(2, message)));
}

/** The pieces into which these places cut it, each in memory that is overwritten when it was taken. */
function* pieces(page: Buffer, cuts: readonly number[]): Iterable<Buffer> {
  const places = [0, ...[...cuts].sort((a, b) => a - b).map((cut) => cut % (page.length + 1)), page.length];
  places.sort((a, b) => a - b);
  for (let at = 1; at < places.length; at++) {
    const lent = Buffer.from(page.subarray(places[at - 1], places[at]));
    yield lent;
    lent.fill(0xff);
  }
}

function told(items: PackedItems<typeof resource>) {
  items.settle();
  const names = Array.from({ length: items.length }, (_, at) => items.columns.nameHash(at));
  return { objects: [...items], names };
}

const aPart = fc.oneof(
  { weight: 20, arbitrary: fc.constantFrom(...messages) },
  { weight: 1, arbitrary: fc.constant(nameless) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 3 * atOnce }).map((length) => claim("long", length)) },
);
const aPage = fc.record({
  parts: fc.array(aPart, { maxLength: 40 }),
  cuts: fc.array(fc.nat(), { maxLength: 30 }),
});

test("however pages are cut, and whichever of them comes first", () => {
  fc.assert(
    fc.property(fc.array(aPage, { maxLength: 4 }), fc.infiniteStream(fc.nat()), (pages, turns) => {
      const whole = claims();
      const refused = pages.flatMap(({ parts }) => {
        const bytes = pageOf(parts);
        return addAll(whole, bytes);
      });
      const list = claims();
      const coming = pages.map(({ parts, cuts }) => ({
        draft: begun(list),
        left: pieces(pageOf(parts), cuts)[Symbol.iterator](),
      }));
      const open = [...coming];
      while (open.length > 0) {
        const at = turns.next().value % open.length;
        const next = open[at]?.left.next();
        if (next === undefined || next.done === true) open.splice(at, 1);
        else coming.find(({ left }) => left === open[at]?.left)?.draft.add(next.value);
      }
      assert.deepEqual(
        coming.flatMap(({ draft }) => list.take(draft)),
        refused,
      );
      assert.deepEqual(told(list), told(whole));
    }),
    { numRuns: runs(12, 1 / 20) },
  );
});

test("a page that is let go of leaves nothing, and nobody can take it", () => {
  const list = claims();
  const dropped = begun(list);
  dropped.add(pageOf([claim("never")]));
  dropped.drop();
  dropped.add(pageOf([claim("later")]));
  assert.equal(list.began(dropped), false);
  assert.throws(() => list.take(dropped), /another list/);
  const taken = begun(list);
  taken.add(pageOf([claim("taken")]));
  list.take(taken);
  assert.throws(() => list.take(taken), /another list/);
  assert.deepEqual(
    told(list).objects.map(({ metadata }) => metadata.name),
    ["taken"],
  );
});

test("a page that still comes when its list has ended comes to nothing", () => {
  const list = claims();
  const late = begun(list);
  late.add(pageOf([claim("late")]).subarray(0, 20));
  list.settle();
  late.add(pageOf([claim("late")]).subarray(20));
  assert.equal(list.began(late), false);
  assert.equal(list.draft(), undefined);
  late.drop();
  assert.equal(list.length, 0);
});

test("a page belongs to the list that began it", () => {
  const draft = begun(claims());
  assert.throws(() => claims().take(draft), /another list/);
});

test("an object may be as long as it is said, and no longer", () => {
  const message = claim("long", 3 * atOnce);
  const page = pageOf([claim("short"), message, claim("short")]);
  const list = claims();
  const fits = begun(list, message.length);
  fits.add(page);
  list.take(fits);
  assert.equal(list.length, 3);
  const draft = begun(list, 2 * atOnce);
  assert.throws(() => draft.add(page), Malformed);
});

for (const [what, cut] of [
  ["in an object", 10],
  ["in its tag", pageOf([claim("one")]).length + 1],
] as const)
  test(`a page that breaks off ${what} cannot be taken`, () => {
    const list = claims();
    const draft = begun(list);
    draft.add(pageOf([claim("one"), claim("two")]).subarray(0, cut));
    assert.throws(() => list.take(draft), Malformed);
  });

test("what a page took while it came is used by the next one", () => {
  letGoOfPacker();
  const list = claims();
  const page = pageOf(Array.from({ length: 300 }, (_, at) => claim(`claim-${at}`, 1000)));
  const taken = (count: number) => {
    for (let each = 0; each < count; each++) {
      const draft = begun(list);
      draft.add(page);
      if (each % 2 === 0) list.take(draft);
      else draft.drop();
    }
    return thePacker().bytes;
  };
  const few = taken(6);
  assert.equal(taken(60), few);
});

test("what a page took that nobody let go of is free when its list has ended", () => {
  letGoOfPacker();
  const page = pageOf(Array.from({ length: 300 }, (_, at) => claim(`claim-${at}`, 1000)));
  const taken = (count: number) => {
    for (let each = 0; each < count; each++) {
      const list = claims();
      begun(list).add(page);
      begun(list).add(page);
      list.settle();
    }
    return thePacker().bytes;
  };
  const few = taken(3);
  assert.equal(taken(40), few);
});
