/** A time is read as `Date.parse` reads it; what only looks like one is none. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { instant } from "../../src/kubernetes/index.ts";

const dates = fc.date({ min: new Date(0), max: new Date("9999-12-31T23:59:59Z"), noInvalidDate: true });
const plain = dates.map((date) => date.toISOString().replace(/\.\d+Z$/, "Z"));

test("every second from 1970 to 9999 is read", () => {
  fc.assert(
    fc.property(plain, (time) => assert.equal(instant(time), Date.parse(time))),
    { numRuns: 2000 },
  );
});

test("what is absent, is before 1970, or is no date is none", () => {
  const none = [undefined, "", "2026-11-20", "1969-12-31T23:59:59Z", "2026-13-01T00:00:00Z", "20 Nov 2026"];
  for (const time of none) assert.equal(instant(time), undefined, time);
});
