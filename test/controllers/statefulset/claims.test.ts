import assert from "node:assert/strict";
import test from "node:test";
import { claimNamesOf, isInOrdinalRange, ordinalOf } from "../../../src/controllers/index.ts";
import { claim, statefulSet } from "../../support/objects.ts";
import { decide } from "../decisions/decide.ts";

test("the number of a pod is what stands behind the set's name", () => {
  const set = statefulSet({ name: "web-1" });
  assert.equal(ordinalOf(set, "web-1-12"), 12);
  assert.equal(ordinalOf(set, "web-1"), undefined);
  assert.equal(ordinalOf(set, "web-1-x"), undefined);
});

test("the range starts where the set says", () => {
  const set = statefulSet({ replicas: 2, start: 5 });
  assert.deepEqual(
    [4, 5, 6, 7].map((ordinal) => isInOrdinalRange(set, ordinal)),
    [false, true, true, false],
  );
});

test("each template gives a claim", () => {
  const set = statefulSet({ name: "web", templates: ["data", "logs"] });
  assert.deepEqual(claimNamesOf(set, 3), ["data-web-3", "logs-web-3"]);
});

test("a missing claim is made anew, one that is being deleted stops the pod", () => {
  const set = statefulSet({ name: "web", templates: ["data"], replicas: 1 });
  const decided = (deletionTimestamp: boolean) =>
    decide("statefulset-controller", set, [
      claim({ name: "data-web-0", ...(deletionTimestamp ? { deletionTimestamp } : {}) }),
    ]);
  assert.deepEqual(decide("statefulset-controller", set), []);
  assert.deepEqual(decided(false), []);
  assert.deepEqual(decided(true), ["waits for data-web-0"]);
});
