import assert from "node:assert/strict";
import { test } from "node:test";
import { expansionFailed, nodeExpansionFailed } from "../../../src/evidence/index.ts";
import { refOf } from "../../../src/kubernetes/index.ts";
import { event } from "../../support/driver.ts";
import { claim } from "../../support/objects.ts";
import { clusterOf, looked } from "../ask.ts";

const saying = (type: string, message: string) =>
  claim({
    phase: "Bound",
    status: { conditions: [{ type, status: "True", message, lastTransitionTime: "2026-11-20T10:00:00Z" }] },
  });
const told = (message: string, at: string) => event(refOf(claim()), "VolumeResizeFailed", message, at);
const textOf = (answer: ReturnType<typeof expansionFailed>) => looked(answer).text;

test("for: a condition proves it, an event suggests it, and the newer one counts", () => {
  const failing = saying("ControllerResizeError", "too large");
  const byCondition = expansionFailed(failing, clusterOf([failing]));
  assert.deepEqual([byCondition.is, textOf(byCondition)], ["proven", "too large"]);
  const newer = clusterOf([failing, told("in use", "2026-11-20T11:00:00Z")]);
  assert.deepEqual(
    [expansionFailed(failing, newer).is, textOf(expansionFailed(failing, newer))],
    ["likely", "in use"],
  );
  const older = clusterOf([failing, told("in use", "2026-11-20T09:00:00Z")]);
  assert.equal(textOf(expansionFailed(failing, older)), "too large");
  assert.equal(nodeExpansionFailed(saying("NodeResizeError", "resize2fs")).is, "proven");
});

test("nothing is said: it may go on", () => {
  assert.equal(expansionFailed(claim(), clusterOf([claim()])).is, "possible");
  assert.equal(nodeExpansionFailed(claim()).is, "possible");
});

test("unread: the events, where no condition says it", () => {
  assert.equal(expansionFailed(claim(), clusterOf([claim()], "v1/events")).is, "unread");
  const failing = saying("ControllerResizeError", "too large");
  assert.equal(expansionFailed(failing, clusterOf([failing], "v1/events")).is, "proven");
});
