/** Waiting that a person can interrupt. */
import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { test } from "node:test";
import { sleep } from "../../../src/cli/host/host.ts";

const long = 100_000;
/** Who sleeps for long fails. */
const timeout = 10_000;

test("what has been waited for leaves nothing behind at the signal", async () => {
  const { signal } = new AbortController();
  await Promise.all([1, 2, 3].map((milliseconds) => sleep(milliseconds, signal)));
  assert.equal(getEventListeners(signal, "abort").length, 0);
});

test("a signal that fires ends it", { timeout }, async () => {
  const interrupted = new AbortController();
  const slept = sleep(long, interrupted.signal);
  interrupted.abort();
  await slept;
  assert.equal(getEventListeners(interrupted.signal, "abort").length, 0);
});

test("a signal that has fired lets none begin", { timeout }, async () => {
  await sleep(long, AbortSignal.abort());
});

test("without a signal it ends by itself, and not before", async () => {
  const begin = performance.now();
  await sleep(20, undefined);
  assert.ok(performance.now() - begin > 15);
});
