import assert from "node:assert/strict";
import { lookup } from "node:dns/promises";
import { test } from "node:test";
import { ioReason } from "../../src/connection/io-reason.ts";

test("an address that no host has, as of --listen, is told in words", async () => {
  const problem = await lookup("no host").catch((thrown: unknown) => thrown);
  assert.equal(ioReason(problem), "no such host");
});
