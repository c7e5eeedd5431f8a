import assert from "node:assert/strict";
import { test } from "node:test";
import { explained, knownErrors, withMeaning } from "../../../src/evidence/index.ts";
import { flatten, say } from "../../../src/kubernetes/index.ts";
import { knownRows } from "./known.ts";

for (const { driver, text, means, retry } of knownRows) {
  test(`${driver}: ${means}`, () => {
    const known = explained(text, driver);
    assert.equal(`${known?.subject} ${known?.cause}`, means);
    assert.equal(known?.retry, retry);
  });
}

test("each driver that is known has an error in the test data", () => {
  const shown = knownRows.map(({ driver }) => driver);
  const named = (name: string) => shown.some((driver) => driver === name || driver.endsWith(`.${name}`));
  const unshown = knownErrors.filter(({ drivers }) => !drivers.some((name) => name === "" || named(name)));
  assert.deepEqual(unshown, []);
});

test("what a retry alone does not end names who must change what", () => {
  for (const { errors, source } of knownErrors) {
    for (const { retry, mends, subject } of errors)
      assert.ok(retry === "alone" || mends !== undefined, `${source}: ${subject}`);
  }
});

test("no driver's error says that data is gone", () => {
  for (const { errors } of knownErrors) {
    for (const { subject, cause } of errors) {
      assert.doesNotMatch(
        `${subject} ${cause}`,
        /^the (?:disk|data|image|volume) .*(?:gone|lost|deleted|not exist)/,
      );
    }
  }
});

test("the words of one driver say nothing about another", () => {
  const text = "rbd csi-vol-1 is still being used";
  assert.equal(explained(text, "csi.unheard-of.example"), undefined);
  assert.notEqual(explained(text, "rook-ceph.rbd.csi.ceph.com"), undefined);
});

test("an unknown error is quoted whole, and called unknown", () => {
  const text = "E-4711: the flux of the array is misaligned";
  const told = flatten(withMeaning(say`${"d"} fails`, text, "d"), (data) => data);
  assert.equal(told, `d fails: ${text} (pvguard does not know this error)`);
});
