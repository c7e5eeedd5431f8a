/** How long rescue and undo wait for one thing. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { FlagValues } from "../../../src/commands/flags/index.ts";
import { patienceIn } from "../../../src/commands/rescue/run.ts";

const patienceOf = (...given: readonly string[]) =>
  patienceIn(new FlagValues(new Map(given.length === 0 ? [] : [["timeout", given]])));

for (const [given, seconds] of [
  [[], 600],
  [["20s"], 20],
  [["1h30m"], 5400],
  [["600"], 600],
  [["0"], 0],
] as const) {
  test(`--timeout ${given[0] ?? "not given"} is ${seconds} seconds`, () => {
    assert.equal(patienceOf(...given), seconds * 1000);
  });
}

for (const given of ["", "soon", "-1", "1.5", "10 m"]) {
  test(`--timeout "${given}" is refused`, () => {
    assert.throws(() => patienceOf(given), { kind: "usage" });
  });
}
