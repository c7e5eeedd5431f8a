import assert from "node:assert/strict";
import { test } from "node:test";
import { humanDuration } from "../../src/kubernetes/index.ts";
import { ageBetween } from "../../src/render/amounts.ts";

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;
const year = 365 * day;

/** The table of kubernetes/apimachinery pkg/util/duration/duration_test.go TestHumanDuration, and the borders. */
const table: readonly (readonly [seconds: number, text: string])[] = [
  [-2, "<invalid>"],
  [-1, "0s"],
  [0, "0s"],
  [1, "1s"],
  [70, "70s"],
  [119, "119s"],
  [2 * minute, "2m"],
  [190, "3m10s"],
  [10 * minute - 1, "9m59s"],
  [10 * minute, "10m"],
  [70 * minute, "70m"],
  [3 * hour - 1, "179m"],
  [3 * hour, "3h"],
  [3 * hour + 10 * minute, "3h10m"],
  [8 * hour - 1, "7h59m"],
  [8 * hour, "8h"],
  [47 * hour, "47h"],
  [48 * hour, "2d"],
  [49 * hour, "2d1h"],
  [8 * day - 1, "7d23h"],
  [8 * day, "8d"],
  [367 * day, "367d"],
  [2 * year - 1, "729d"],
  [2 * year, "2y"],
  [2 * year + day, "2y1d"],
  [8 * year - 1, "7y364d"],
  [8 * year, "8y"],
  [10 * year + 3 * day, "10y"],
];

test("ages are printed as kubectl prints them", () => {
  for (const [seconds, text] of table) assert.equal(humanDuration(seconds), text, `${seconds} seconds`);
});

test("what is no time has no age", () => {
  assert.equal(ageBetween("yesterday", "2026-11-20T12:00:00Z"), "<unknown>");
  assert.equal(ageBetween(undefined, "2026-11-20T12:00:00Z"), "<unknown>");
  assert.equal(ageBetween("2026-11-20T11:59:00.500Z", "2026-11-20T12:00:00Z"), "59s");
});
