import assert from "node:assert/strict";
import { test } from "node:test";
import { compression } from "../../../src/connection/http/ask.ts";

const megabyte = 1024 * 1024;

test("gzip is asked for until much has come fast", () => {
  const { accepted, came } = compression("on");
  assert.equal(accepted(), "gzip");
  came(3 * megabyte, 10);
  assert.equal(accepted(), "gzip");
  came(3 * megabyte, 10);
  assert.equal(accepted(), undefined);
});

test("a link that slows down is packed for again", () => {
  const { accepted, came } = compression("on");
  came(8 * megabyte, 20);
  assert.equal(accepted(), undefined);
  came(8 * megabyte, 2000);
  assert.equal(accepted(), "gzip");
});

test("on a slow link, and where no time passed, gzip stays", () => {
  for (const milliseconds of [0, 1000]) {
    const { accepted, came } = compression("on");
    came(8 * megabyte, milliseconds);
    assert.equal(accepted(), "gzip");
  }
});

test("who does not want it is not asked", () => {
  assert.equal(compression("off").accepted(), undefined);
});
