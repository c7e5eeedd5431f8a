import assert from "node:assert/strict";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { begunBody, keptBody } from "../../../src/connection/http/whole-body.ts";

/** A reader that has enough with so many bytes, and then takes the body or leaves it. */
function readerOf(enough: number, does: "takes" | "leaves") {
  const told: string[] = [];
  const taker = {
    add: (piece: Buffer) => void told.push(piece.toString("latin1")),
    end: () => "what it came to",
    drop: () => void told.push("dropped"),
  };
  return {
    told,
    reader: {
      read: (begin: Buffer) => (begin.length < enough ? ("more" as const) : ("enough" as const)),
      taker: () => (does === "takes" ? taker : undefined),
    },
  };
}

async function fed(text: string | Buffer, enough: number, does: "takes" | "leaves", headers = {}) {
  const { told, reader } = readerOf(enough, does);
  const body = await begunBody(headers, reader);
  const bytes = Buffer.from(text);
  const lent = Buffer.alloc(4);
  for (let at = 0; at < bytes.length; at += lent.length) {
    const length = bytes.copy(lent, 0, at);
    body.add(lent.subarray(0, length));
    lent.fill(0);
  }
  return { told, body };
}

function bytesOf(body: ReturnType<typeof keptBody>): string {
  const whole = body.end();
  assert.equal(whole.came, "bytes");
  return whole.bytes.toString("latin1");
}

for (const [enough, expected] of [
  [1, ["abcd", "efgh", "ij"]],
  [5, ["abcd", "efgh", "ij"]],
  [9, ["abcdefgh", "ij"]],
] as const)
  test(`who has seen ${enough} bytes and takes the body gets all of it, from the first byte on`, async () => {
    const { told, body } = await fed("abcdefghij", enough, "takes");
    assert.deepEqual(told, expected);
    assert.deepEqual(body.end(), { came: "value", value: "what it came to" });
  });

test("a body that nobody takes is kept", async () => {
  assert.equal(bytesOf((await fed("abcdefghij", 5, "leaves")).body), "abcdefghij");
  // It ended before there was enough of it.
  assert.equal(bytesOf((await fed("abcdefghij", 50, "takes")).body), "abcdefghij");
  assert.equal(bytesOf((await fed("", 1, "takes")).body), "");
});

test("what is packed is kept as it came, with who takes what is in it", async () => {
  const packed = gzipSync("abcdefghij");
  const { told, body } = await fed(packed, 1, "takes", { "content-encoding": "gzip" });
  assert.deepEqual(told, []);
  const whole = body.end();
  assert.equal(whole.came, "bytes");
  assert.deepEqual(whole.bytes, packed);
  whole.taker?.add(Buffer.from("what is in it"));
  assert.deepEqual(told, ["what is in it"]);
  body.drop();
  assert.deepEqual(told, ["what is in it", "dropped"]);
  assert.deepEqual((await fed("abcd", 1, "takes", { "content-encoding": "identity" })).told, ["abcd"]);
});

test("who takes a body hears that the rest does not come", async () => {
  const { told, body } = await fed("abcdef", 1, "takes");
  body.drop();
  assert.deepEqual(told, ["abcd", "ef", "dropped"]);
  (await fed("abcdef", 1, "leaves")).body.drop();
});

test("a body of which nobody sees the begin is kept", () => {
  const body = keptBody({ "content-length": "3" });
  body.add(Buffer.from("abc"));
  body.add(Buffer.from("def"));
  assert.equal(bytesOf(body), "abcdef");
  body.drop();
});

test("a body that is longer than was promised is kept as a whole", () => {
  const piece = Buffer.alloc(50_000, "x");
  for (const headers of [{}, { "content-length": "70000" }, { "content-length": "much" }]) {
    const body = keptBody(headers);
    for (let count = 0; count < 20; count++) body.add(piece);
    assert.equal(bytesOf(body), "x".repeat(1_000_000));
  }
});
