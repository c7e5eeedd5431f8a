/** A page that is packed while it comes is what it is as a whole, or is refused. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { Malformed, PackedItems } from "../../../src/object-store/index.ts";
import { beginOfList, ComePage } from "../../../src/reading/live/page-taker.ts";
import { addAll } from "../../support/add-message.ts";
import { encodeList } from "../../support/protobuf/encode.ts";
import { readList } from "../../support/protobuf/list-reader.ts";
import { delimited } from "../../support/protobuf/writer.ts";
import { runs } from "../../support/runs.ts";

const resource = "v1/persistentvolumeclaims";
const kind = "PersistentVolumeClaimList";
const longest = 1000;

const claim = (name: string) => ({
  metadata: { name, namespace: "shop", uid: `uid-${name}`, labels: { app: "shop" } },
});
const page = encodeList(resource, ["a", "b", "c"].map(claim), { continue: "more", remainingItemCount: 7 });

function claims(): PackedItems<typeof resource> {
  return new PackedItems(resource, { apiVersion: "v1", kind: "PersistentVolumeClaim" });
}

type Outcome = { readonly objects: readonly unknown[]; readonly token: string | undefined } | "refused";

function unlessMalformed(read: () => Outcome): Outcome {
  try {
    return read();
  } catch (problem) {
    assert.ok(problem instanceof Malformed, String(problem));
    return "refused";
  }
}

function asWhole(bytes: Buffer): Outcome {
  return unlessMalformed(() => {
    const items = claims();
    const { kind: said, token, items: messages } = readList(bytes);
    if (said !== kind) return "refused";
    addAll(items, messages.bytes);
    items.settle();
    return { objects: [...items], token };
  });
}

/** `left`: no taker reads it while it arrives. */
function inPieces(bytes: Buffer, size: number): Outcome | "left" {
  const items = claims();
  const begin = beginOfList({ kind, draft: () => items.draft(longest) });
  let known = 0;
  while (begin.reader.read(bytes.subarray(0, known)) === "more") if (known++ === bytes.length) return "left";
  const taker = begin.reader.taker();
  if (taker === undefined) return "left";
  for (let at = 0; at < bytes.length; at += size) {
    const lent = Buffer.from(bytes.subarray(at, at + size));
    taker.add(lent);
    lent.fill(0xff);
  }
  const come = taker.end();
  if (!(come instanceof ComePage)) return "refused";
  return unlessMalformed(() => {
    if (come.draft !== undefined) items.take(come.draft);
    items.settle();
    return { objects: [...items], token: come.begin.token };
  });
}

test("in pieces of any size", () => {
  const whole = asWhole(page);
  assert.notEqual(whole, "refused");
  for (let size = 1; size <= page.length; size++) assert.deepEqual(inPieces(page, size), whole);
});

test("a page that is changed anywhere is never taken for something else", () => {
  const change = fc.tuple(fc.nat({ max: page.length - 1 }), fc.nat({ max: 255 }));
  let taken = 0;
  let refused = 0;
  fc.assert(
    fc.property(
      fc.array(change, { minLength: 1, maxLength: 2 }),
      fc.integer({ min: 1, max: 99 }),
      (changes, size) => {
        const changed = Buffer.from(page);
        for (const [at, byte] of changes) changed[at] = byte;
        const outcome = inPieces(changed, size);
        if (outcome === "left") return;
        if (outcome === "refused") refused++;
        else {
          taken++;
          assert.deepEqual(outcome, asWhole(changed));
        }
      },
    ),
    { numRuns: runs(100, 1 / 5) },
  );
  assert.ok(taken > 0 && refused > 0);
});

const end = page.length - 4;
const broken: Readonly<Record<string, Buffer>> = {
  "that breaks off in an object": page.subarray(0, end - 10),
  "behind which there is a second message": Buffer.concat([page, delimited(2, "more")]),
  "behind which it is said to be another kind": Buffer.concat([page, delimited(1, delimited(2, "PodList"))]),
  "behind which it is said to be packed": Buffer.concat([page.subarray(0, end), delimited(3, "gzip")]),
  "behind which there is too much": Buffer.concat([page, delimited(4, "x".repeat(2000))]),
  "with an object that is too large": encodeList(resource, [claim("x".repeat(150_000))]),
};

for (const [what, bytes] of Object.entries(broken))
  test(`a page ${what} is refused`, () => {
    for (const size of [1, 50, bytes.length]) assert.equal(inPieces(bytes, size), "refused");
  });

test("another kind, and what has no place to be packed, are left", () => {
  const reader = (more: object) => {
    const begin = beginOfList({ kind, draft: () => claims().draft(), ...more });
    return (bytes: Buffer) => {
      assert.equal(begin.reader.read(bytes), "enough");
      return begin.reader.taker();
    };
  };
  const only = encodeList(resource, [claim("a")]);
  assert.notEqual(reader({})(page), undefined);
  assert.notEqual(reader({})(only), undefined);
  assert.equal(reader({ kind: "PodList" })(page), undefined);
  assert.equal(reader({ draft: () => undefined })(page), undefined);
  assert.equal(reader({})(Buffer.from('{"kind":"PersistentVolumeClaimList"}')), undefined);
  const read = reader({});
  assert.notEqual(read(page), undefined);
  // The reader decides again for each try.
  assert.equal(read(Buffer.from("{}  ")), undefined);
});

test("a page without objects needs no place to be packed, and is checked", () => {
  const take = (bytes: Buffer) => {
    const begin = beginOfList({ kind, draft: () => assert.fail("nothing is to be packed") });
    assert.equal(begin.reader.read(bytes), "enough");
    const taker = begin.reader.taker();
    taker?.add(bytes);
    return taker?.end();
  };
  const empty = encodeList(resource, [], { continue: "more" });
  const come = take(empty);
  assert.ok(come instanceof ComePage);
  assert.deepEqual([come.begin.token, come.draft], ["more", undefined]);
  assert.ok(take(Buffer.concat([empty, delimited(2, "more")])) instanceof Malformed);
});
