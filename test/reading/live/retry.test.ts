import assert from "node:assert/strict";
import { test } from "node:test";
import type { Try } from "../../../src/connection/http/retry.ts";
import { nextTry, readRetryAfter } from "../../../src/connection/http/retry.ts";
import { defaultLimits } from "../../../src/connection/http/surroundings.ts";

/** The waits until it gives up, and how it gives up. */
function waits(last: Try, random = 0.5): readonly (number | string)[] {
  const all: (number | string)[] = [];
  let waited = 0;
  for (let tried = 1; tried < 20; tried++) {
    const next = nextTry(last, { tried, waited }, defaultLimits, () => random);
    if (next.next !== "wait") return [...all, next.next];
    waited += next.milliseconds;
    all.push(next.milliseconds);
  }
  return all;
}

const answer = (status: number, retryAfter?: number): Try => ({ came: "answer", status, retryAfter });

for (const [what, last, expected] of [
  ["200", answer(200), ["stop"]],
  ["404", answer(404), ["stop"]],
  ["409 with a time", answer(409, 1000), ["stop"]],
  ["429", answer(429), [1000, 2000, 4000, "stop"]],
  ["429 in 3 s", answer(429, 3000), [3000, 3000, 3000, "stop"]],
  ["429 in 9 s", answer(429, 9000), [9000, 9000, "stop"]],
  ["429 in 21 s", answer(429, 21_000), ["too-long"]],
  ["429 at once", answer(429, 0), [0, 0, 0, "stop"]],
  ["500", answer(500), [500, 1000, "stop"]],
  ["503 in 1 s", answer(503, 1000), [1000, 1000, "stop"]],
  ["a new connection that broke", { came: "break", connection: "new" }, [500, 1000, 2000, "stop"]],
  ["a used connection that broke", { came: "break", connection: "used" }, [0, 0, 0, "stop"]],
  ["F04 a name service that may know later", { came: "no-name-yet" }, [500, 1000, "stop"]],
  ["a fault", { came: "fault" }, ["stop"]],
] as const) {
  test(`trying again after ${what}`, () => {
    assert.deepEqual(waits(last), expected);
  });
}

test("waits are spread by chance", () => {
  assert.deepEqual(waits(answer(500), 0), [250, 500, "stop"]);
  assert.deepEqual(waits(answer(500), 0.999), [749.5, 1499, "stop"]);
});

for (const [header, expected] of [
  [undefined, undefined],
  ["5", 5000],
  [" 5 ", 5000],
  ["-5", undefined],
  ["soon", undefined],
  ["Fri, 20 Nov 2026 09:00:05 GMT", 5000],
  ["Fri, 20 Nov 2026 08:00:05 GMT", 0],
] as const) {
  test(`F48 Retry-After: ${header}`, () => {
    assert.equal(readRetryAfter(header, Date.parse("Fri, 20 Nov 2026 09:00:00 GMT")), expected);
  });
}

test("F48 a date without the server's own date says nothing", () => {
  assert.equal(readRetryAfter("Fri, 20 Nov 2026 09:00:05 GMT", undefined), undefined);
});
