import assert from "node:assert/strict";
import { test } from "node:test";
import { gathered } from "../../../src/connection/http/gathered.ts";
import { Rooms } from "../../../src/connection/http/rooms.ts";

function page(rooms: Rooms, text: string, promised = String(text.length)) {
  const body = gathered(promised, rooms);
  for (const piece of text) body.add(Buffer.from(piece));
  return body;
}

test("a page comes into the room of one that is no longer read", () => {
  const rooms = new Rooms();
  const first = page(rooms, "first page");
  const { buffer } = first.whole();
  first.release();
  const second = page(rooms, "second");
  assert.equal(second.whole().buffer, buffer);
  assert.equal(second.whole().toString(), "second");
});

test("once all pages are read, no room is kept, and nothing in it", () => {
  const rooms = new Rooms();
  const first = page(rooms, "first page");
  const { buffer } = first.whole();
  first.release();
  rooms.clear();
  assert.equal(buffer.byteLength, 0);
  assert.notEqual(page(rooms, "second").whole().buffer, buffer);
});

test("a page that is still read keeps its room, and one that was released twice gives it once", () => {
  const rooms = new Rooms();
  const first = page(rooms, "first page");
  const second = page(rooms, "second page");
  first.release();
  first.release();
  const others = [page(rooms, "third"), page(rooms, "fourth")];
  assert.equal(second.whole().toString(), "second page");
  assert.deepEqual(
    others.map((each) => each.whole().toString()),
    ["third", "fourth"],
  );
});

test("a page that is longer than was promised gets the room that it needs", () => {
  const body = page(new Rooms(), "abcdefghij", "2");
  assert.equal(body.whole().toString(), "abcdefghij");
  const chunked = gathered(undefined, new Rooms());
  const piece = Buffer.alloc(50_000, "x");
  for (let count = 0; count < 20; count++) chunked.add(piece);
  assert.deepEqual(chunked.whole(), Buffer.alloc(1_000_000, "x"));
});

test("a page that is too long for a room is kept as a whole", () => {
  const rooms = new Rooms();
  const body = gathered(undefined, rooms);
  const piece = Buffer.alloc(7_000_000, "x");
  for (let count = 0; count < 5; count++) body.add(piece);
  assert.ok(body.whole().equals(Buffer.alloc(35_000_000, "x")));
  body.release();
  assert.equal(page(rooms, "a short page").whole().toString(), "a short page");
});

test("after long pages, short ones take less", () => {
  const rooms = new Rooms();
  const long = "long".repeat(500_000);
  const body = page(rooms, long.slice(0, 10), String(long.length));
  body.add(Buffer.from(long));
  const { buffer } = body.whole();
  body.release();
  for (let count = 0; count < 7; count++) page(rooms, "short").release();
  assert.ok(buffer.byteLength >= long.length);
  page(rooms, "short").release();
  assert.ok(buffer.byteLength <= 10);
});

test("as long as pages are much the same, no room gets smaller or larger", () => {
  const rooms = new Rooms();
  const sizes = [700_000, 900_000, 800_000, 850_000, 700_000];
  const lengths = sizes.map((size) => {
    const body = page(rooms, "", String(size));
    body.add(Buffer.alloc(size));
    const { byteLength } = body.whole().buffer;
    body.release();
    return byteLength;
  });
  assert.deepEqual(new Set(lengths.slice(1)).size, 1);
});

test("of the rooms that nobody needs any more, few are kept", () => {
  const rooms = new Rooms();
  const pages = ["first", "second", "third", "fourth", "fifth"].map((text) => page(rooms, text));
  const buffers = pages.map((each) => each.whole().buffer);
  for (const each of pages) each.release();
  assert.equal(buffers.filter(({ byteLength }) => byteLength > 0).length, 3);
});

test("what is no page has memory of its own", () => {
  const body = gathered("2");
  body.add(Buffer.from("abc"));
  body.add(Buffer.from("defghij"));
  assert.equal(body.whole().toString(), "abcdefghij");
  body.release();
  assert.equal(body.whole().toString(), "abcdefghij");
});
