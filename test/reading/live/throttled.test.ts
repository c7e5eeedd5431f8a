import assert from "node:assert/strict";
import { test } from "../../support/fault-server/both-readers.ts";
import { failureOf } from "../../support/fault-server/client.ts";
import { status, text } from "../../support/fault-server/reactions.ts";
import { ask, ok } from "./support/ask.ts";

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

test("F47 429 with seconds is waited for, and the wait is told", async (t) => {
  const busy = status(429, "TooManyRequests", "slow down", {}, { "Retry-After": "3" });
  const { client, outside } = await ask(t, [busy, ok]);
  assert.equal((await client.get("/a")).status, 200);
  assert.deepEqual(outside.waits, [3000]);
  assert.deepEqual(outside.noticed, ["Throttled by the API server. Retrying in 3 seconds."]);
});

test("F47 429 for ever ends within 20 seconds of waiting", async (t) => {
  const { client, outside, asked } = await ask(
    t,
    status(429, "TooManyRequests", "", {}, { "Retry-After": "8" }),
  );
  assert.equal((await client.get("/a")).status, 429);
  assert.equal(asked(), 3);
  assert.ok(sum(outside.waits) <= 20_000);
});

test("F48 429 with a date is measured by the server's own clock", async (t) => {
  const headers = { "Retry-After": "Fri, 20 Nov 2026 09:00:05 GMT", Date: "Fri, 20 Nov 2026 09:00:00 GMT" };
  const { client, outside } = await ask(t, [status(429, "TooManyRequests", "", {}, headers), ok]);
  await client.get("/a");
  assert.deepEqual(outside.waits, [5000]);
});

test("F49 429 without a header is backed off from", async (t) => {
  const { client, outside } = await ask(t, status(429, "TooManyRequests", ""));
  await client.get("/a");
  assert.deepEqual(outside.waits, [1000, 2000, 4000]);
});

test("F50 a wait of a day is refused", async (t) => {
  const { client, outside, asked } = await ask(
    t,
    status(429, "TooManyRequests", "", {}, { "Retry-After": "86400" }),
  );
  const failure = await failureOf(client.get("/a"));
  assert.equal(failure.line, "error: the server asks to retry only after 86400 seconds");
  assert.equal(failure.kind, "throttled");
  assert.deepEqual([asked(), outside.waits], [1, []]);
});

for (const code of [500, 502, 503, 504]) {
  test(`F51 ${code} is tried three times`, async (t) => {
    const page = text("<html>bad \u001b[2J gateway</html>", code, { "Content-Type": "text/html" });
    const broken = await ask(t, page);
    const answer = await broken.client.get("/a");
    assert.deepEqual([answer.status, answer.body, broken.asked()], [code, undefined, 3]);
    const mended = await ask(t, [page, page, ok]);
    assert.equal((await mended.client.get("/a")).status, 200);
  });
}
