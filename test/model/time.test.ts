/** The short way to read a time must come to what `Date.parse` comes to, and to nothing where that does. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { instant } from "../../src/model/index.ts";
import { plainTime } from "../../src/model/time.ts";

function parsed(time: string): number | undefined {
  const at = /^\d{4}-\d\d-\d\dT/.test(time) ? Date.parse(time) : Number.NaN;
  return Number.isFinite(at) && at >= 0 ? at : undefined;
}

const dates = fc.date({ min: new Date(0), max: new Date("9999-12-31T23:59:59Z"), noInvalidDate: true });
const plain = dates.map((date) => date.toISOString().replace(/\.\d+Z$/, "Z"));

test("every second from 1970 to 9999 is read the short way", () => {
  fc.assert(
    fc.property(plain, (time) => {
      assert.equal(plainTime(time), Date.parse(time));
      assert.equal(instant(time), Date.parse(time));
    }),
    { numRuns: 2000 },
  );
});

test("every day of some years, leap years and others", () => {
  for (const year of ["1970", "1972", "2000", "2023", "2024", "2100", "2400"]) {
    for (let at = Date.parse(`${year}-01-01T00:00:00Z`); ; at += 86_400_000) {
      const time = new Date(at).toISOString().replace(".000", "");
      if (!time.startsWith(year)) break;
      assert.equal(plainTime(time), at, time);
    }
  }
});

const number = (most: number, length: number) =>
  fc.integer({ min: 0, max: most }).map((value) => String(value).padStart(length, "0"));
const nearly = fc
  .tuple(number(9999, 4), number(14, 2), number(33, 2), number(25, 2), number(61, 2), number(61, 2))
  .map(([year, month, day, hour, minute, second]) => `${year}-${month}-${day}T${hour}:${minute}:${second}Z`);

test("what only looks like a time, and what was changed by hand, is read as Date.parse reads it", () => {
  const spoiled = fc
    .tuple(fc.oneof(plain, nearly), fc.nat(19), fc.constantFrom("", "0", "Z", "z", ":", "+", "-", "é", ".5"))
    .map(([time, at, part]) => time.slice(0, at) + part + time.slice(at + 1));
  fc.assert(
    fc.property(fc.oneof(nearly, spoiled), (time) => assert.equal(instant(time), parsed(time), time)),
    { numRuns: 4000 },
  );
});
