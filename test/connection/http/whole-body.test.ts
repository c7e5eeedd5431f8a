import assert from "node:assert/strict";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { defaultLimits } from "../../../src/connection/http/limits.ts";
import { type WholeBody, wholeBody } from "../../../src/connection/http/whole-body.ts";

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
  const body = await wholeBody(headers, reader, defaultLimits);
  const bytes = Buffer.from(text);
  const lent = Buffer.alloc(4);
  for (let at = 0; at < bytes.length; at += lent.length) {
    const length = bytes.copy(lent, 0, at);
    body.add(lent.subarray(0, length));
    lent.fill(0);
  }
  return { told, body };
}

async function bytesOf(body: WholeBody): Promise<string> {
  const whole = await body.end();
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
    assert.deepEqual(await body.end(), { came: "value", value: "what it came to", size: 10 });
  });

test("a body that nobody takes is kept", async () => {
  assert.equal(await bytesOf((await fed("abcdefghij", 5, "leaves")).body), "abcdefghij");
  // It ended before there was enough of it.
  assert.equal(await bytesOf((await fed("abcdefghij", 50, "takes")).body), "abcdefghij");
  assert.equal(await bytesOf((await fed("", 1, "takes")).body), "");
});

test("of what is packed, who takes it gets what is in it, when all of it has come", async () => {
  const packed = gzipSync("abcdefghij");
  const { told, body } = await fed(packed, 1, "takes", { "content-encoding": "gzip" });
  assert.deepEqual(told, []);
  assert.deepEqual(await body.end(), { came: "value", value: "what it came to", size: 10 });
  assert.deepEqual(told, ["abcdefghij"]);
  const left = await fed(packed, 1, "leaves", { "content-encoding": "gzip" });
  assert.equal(await bytesOf(left.body), "abcdefghij");
  assert.deepEqual((await fed("abcd", 1, "takes", { "content-encoding": "identity" })).told, ["abcd"]);
});

test("a body of more than an answer may be is refused, whether it comes packed or not", async () => {
  const limits = { ...defaultLimits, answer: 8 };
  const plain = await wholeBody({}, undefined, limits);
  plain.add(Buffer.from("12345678"));
  assert.throws(() => plain.add(Buffer.from("9")), { kind: "too-large" });
  const more = gzipSync("x".repeat(500));
  const { reader } = readerOf(1, "takes");
  const packed = await wholeBody({ "content-encoding": "gzip" }, reader, { ...limits, answer: 499 });
  packed.add(more);
  await assert.rejects(packed.end(), { kind: "too-large" });
});

test("who takes a body hears that the rest does not come", async () => {
  const { told, body } = await fed("abcdef", 1, "takes");
  body.drop();
  assert.deepEqual(told, ["abcd", "ef", "dropped"]);
  (await fed("abcdef", 1, "leaves")).body.drop();
});

test("a body of which nobody sees the begin is kept", async () => {
  const body = await wholeBody({ "content-length": "3" }, undefined, defaultLimits);
  body.add(Buffer.from("abc"));
  body.add(Buffer.from("def"));
  assert.equal(await bytesOf(body), "abcdef");
  body.drop();
});

test("a body that is longer than was promised is kept as a whole", async () => {
  const piece = Buffer.alloc(50_000, "x");
  for (const headers of [{}, { "content-length": "70000" }, { "content-length": "much" }]) {
    const body = await wholeBody(headers, undefined, defaultLimits);
    for (let count = 0; count < 20; count++) body.add(piece);
    assert.equal(await bytesOf(body), "x".repeat(1_000_000));
  }
});
