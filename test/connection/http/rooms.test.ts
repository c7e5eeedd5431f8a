import assert from "node:assert/strict";
import { test } from "node:test";
import { gathered } from "../../../src/connection/http/gathered.ts";
import { Rooms } from "../../../src/connection/http/rooms.ts";

function page(rooms: Rooms, text: string) {
  const body = gathered(String(text.length), rooms);
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

test("once all pages are read, no room is kept", () => {
  const rooms = new Rooms();
  const first = page(rooms, "first page");
  const { buffer } = first.whole();
  first.release();
  rooms.clear();
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

test("a page that is longer than was promised takes a larger room", () => {
  const rooms = new Rooms();
  const body = gathered("2", rooms);
  body.add(Buffer.from("abc"));
  body.add(Buffer.from("defghij"));
  assert.equal(body.whole().toString(), "abcdefghij");
});

test("of the rooms that are free, a page takes the smallest that will do, or the largest if its length is not known", () => {
  const rooms = new Rooms();
  const [long, short] = [page(rooms, "a long page"), page(rooms, "short")];
  const [large, small] = [long.whole().buffer, short.whole().buffer];
  long.release();
  short.release();
  const known = page(rooms, "tiny");
  assert.equal(known.whole().buffer, small);
  known.release();
  assert.equal(gathered(undefined, rooms).whole().buffer, large);
});
