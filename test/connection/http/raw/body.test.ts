import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { bodyOf } from "../../../../src/connection/http/raw/body.ts";
import type { Framing } from "../../../../src/connection/http/raw/head.ts";
import { cutAt, inChunks } from "../../../support/fault-server/framings.ts";

/** Feeds the pieces through one buffer that is filled again and again, as a connection does. */
function read(framing: Framing["body"], pieces: readonly Buffer[]) {
  const taken: Buffer[] = [];
  const body = bodyOf(framing, (chunk) => taken.push(Buffer.from(chunk)));
  const lent = Buffer.alloc(Math.max(0, ...pieces.map(({ length }) => length)));
  let state: ReturnType<typeof body.feed> = body.feed(Buffer.alloc(0));
  for (const piece of pieces) {
    if (state !== "more") break;
    piece.copy(lent);
    state = body.feed(lent.subarray(0, piece.length));
    lent.fill(0);
  }
  return { bytes: Buffer.concat(taken), state };
}

const bytes = fc.uint8Array({ maxLength: 3000 }).map((array) => Buffer.from(array));
const cuts = fc.array(fc.nat(4000), { maxLength: 12 });
const extension = fc.constantFrom("", ";a", ";a=b", ';name="quoted value"', ";a;b=c");
const trailer = fc.constantFrom("", "X: y\r\n", "A: b\r\nC: d\r\n");

test("a body of a length is the same however it comes", () => {
  fc.assert(
    fc.property(bytes, cuts, (body, at) => {
      const whole = read({ by: "length", bytes: body.length }, cutAt(body, at));
      assert.deepEqual(whole.bytes, body);
      assert.notEqual(whole.state, "more");
    }),
  );
});

test("a body in chunks is the same however it is chunked and however it comes", () => {
  fc.assert(
    fc.property(bytes, cuts, cuts, extension, trailer, (body, chunks, at, more, end) => {
      const wire = inChunks(body, chunks, more, end);
      const { bytes: whole, state } = read({ by: "chunks" }, cutAt(wire, at));
      assert.deepEqual(whole, body);
      assert.notEqual(state, "more");
    }),
  );
});

test("what follows a body is not part of it", () => {
  for (const [framing, wire, length] of [
    [{ by: "length", bytes: 3 }, "abcHTTP/1.1", 3],
    [{ by: "chunks" }, "3\r\nabc\r\n0\r\n\r\nHTTP/1.1", 13],
    [{ by: "length", bytes: 0 }, "", 0],
  ] as const) {
    const { state } = read(framing, [Buffer.from(wire)]);
    assert.deepEqual(state, { endedAt: length });
  }
});

test("chunks that are not chunks are refused", () => {
  for (const wire of [
    "x\r\n",
    "-1\r\n",
    "0x3\r\nabc\r\n",
    "3\nabc\r\n",
    "3\r\nabcd\r\n",
    "3\r\nabc\n",
    "3 3\r\nabc\r\n",
    "\r\n",
    "3;\r\nabc\r\n",
    "3 ;a\r\nabc\r\n",
    "0\r\nno header\r\n\r\n",
    "1000000000000000\r\n",
    `3;${"a".repeat(5000)}\r\nabc\r\n`,
    `3;\u0000\r\nabc\r\n`,
    `0\r\n${"a: b\r\n".repeat(4000)}`,
    "0\r\na: b\n\r\n",
  ]) {
    assert.throws(
      () => read({ by: "chunks" }, [Buffer.from(wire)]),
      /not framed as HTTP/,
      JSON.stringify(wire),
    );
  }
});
