import assert from "node:assert/strict";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { room } from "../../../src/connection/http/limiter.ts";
import { defaultLimits } from "../../../src/connection/http/surroundings.ts";
import type { WholeBody } from "../../../src/connection/http/whole-body.ts";
import { wholeBody } from "../../../src/connection/http/whole-body.ts";

const shared = () => room(defaultLimits.unpacking);

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
  const body = await wholeBody(headers, reader, defaultLimits, shared());
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
  const plain = await wholeBody({}, undefined, limits, shared());
  plain.add(Buffer.from("12345678"));
  assert.throws(() => plain.add(Buffer.from("9")), { kind: "too-large" });
  const more = gzipSync("x".repeat(500));
  const { reader } = readerOf(1, "takes");
  const packed = await wholeBody(
    { "content-encoding": "gzip" },
    reader,
    { ...limits, answer: 499 },
    shared(),
  );
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
  const body = await wholeBody({ "content-length": "3" }, undefined, defaultLimits, shared());
  body.add(Buffer.from("abc"));
  body.add(Buffer.from("def"));
  assert.equal(await bytesOf(body), "abcdef");
  body.drop();
});

test("a body that is longer than was promised is kept as a whole", async () => {
  const piece = Buffer.alloc(50_000, "x");
  for (const headers of [{}, { "content-length": "70000" }, { "content-length": "much" }]) {
    const body = await wholeBody(headers, undefined, defaultLimits, shared());
    for (let count = 0; count < 20; count++) body.add(piece);
    assert.equal(await bytesOf(body), "x".repeat(1_000_000));
  }
});

async function packedBody(bytes: Buffer, all = shared()): Promise<WholeBody> {
  const body = await wholeBody({ "content-encoding": "gzip" }, undefined, defaultLimits, all);
  body.add(bytes);
  return body;
}

test("nothing is unpacked that says it is too large, or is larger than it says", async () => {
  const packed = gzipSync("x".repeat(5_000_000));
  const said = (size: number) => {
    const bytes = Buffer.from(packed);
    bytes.writeUInt32LE(size, bytes.length - 4);
    return bytes;
  };
  await assert.rejects((await packedBody(packed, room(4_999_999))).end(), { kind: "too-large" });
  await assert.rejects((await packedBody(said(300_000_000))).end(), { kind: "too-large" });
  for (const size of [0, 4_000_000])
    await assert.rejects((await packedBody(said(size))).end(), { code: "ERR_BUFFER_TOO_LARGE" });
  await assert.rejects((await packedBody(Buffer.from("no"))).end());
});

test("answers that have no room together are unpacked one after the other", async () => {
  const all = room(10);
  const packed = gzipSync("123456");
  const bodies = await Promise.all([1, 2, 3].map(() => packedBody(packed, all)));
  assert.deepEqual(await Promise.all(bodies.map(bytesOf)), ["123456", "123456", "123456"]);
});

test("room is given in the order in which it was asked for", async () => {
  const all = room(10);
  const served: string[] = [];
  const ask = (name: string, bytes: number) => all.take(bytes).then(() => served.push(name));
  const asked = [ask("first", 6), ask("large", 8), ask("small", 2)];
  await new Promise(setImmediate);
  assert.deepEqual(served, ["first"]);
  all.give(6);
  await Promise.all(asked);
  assert.deepEqual(served, ["first", "large", "small"]);
});
