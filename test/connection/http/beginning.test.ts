import assert from "node:assert/strict";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { beginning } from "../../../src/connection/http/whole-body.ts";

/** Feeds the pieces through one buffer that is filled again and again, as a connection does. */
async function seen(encoding: string, body: Buffer, length: number, wanted: number): Promise<string[]> {
  const begins: string[] = [];
  const look = await beginning(encoding, {
    read(begin) {
      begins.push(begin.toString("latin1"));
      return begin.length < wanted ? "more" : "enough";
    },
    taker: () => undefined,
  });
  let state: "more" | "enough" = "more";
  const lent = Buffer.alloc(length);
  for (let at = 0; at < body.length && state === "more"; at += length) {
    const copied = body.copy(lent, 0, at);
    state = look(lent.subarray(0, copied));
    lent.fill(0);
  }
  return begins;
}

test("a reader sees the whole begin again with each piece, until it has enough", async () => {
  const body = Buffer.from("abcdefghij");
  assert.deepEqual(await seen("", body, 3, 7), ["abc", "abcdef", "abcdefghi"]);
  assert.deepEqual(await seen("", body, 10, 7), ["abcdefghij"]);
  assert.deepEqual(await seen("", body, 4, 100), ["abcd", "abcdefgh", "abcdefghij"]);
});

test("no more than 16 KiB are looked at", async () => {
  const lengths = (await seen("", Buffer.alloc(60_000, "x"), 6000, 100_000)).map(({ length }) => length);
  assert.deepEqual(lengths, [6000, 12_000, 16_384]);
});

test("of what is packed the reader sees what it is", async () => {
  const text = Array.from({ length: 100 }, (_, n) => `line ${n * n}`).join();
  const begins = await seen("gzip", gzipSync(text), 60, 200);
  assert.ok(begins.length > 1);
  for (const begin of begins) assert.ok(text.startsWith(begin));
  assert.ok((begins.at(-1)?.length ?? 0) >= 200);
});
