import assert from "node:assert/strict";
import { test } from "node:test";
import { placingOf, saidOf } from "../../../src/evidence/index.ts";
import { refOf } from "../../../src/kubernetes/index.ts";
import { event } from "../../support/driver.ts";
import { pod } from "../../support/objects.ts";
import { clusterOf } from "../ask.ts";

const waiting = pod({ phase: "Pending", nodeName: "" });
const refused = pod({
  phase: "Pending",
  nodeName: "",
  status: {
    conditions: [{ type: "PodScheduled", status: "False", reason: "Unschedulable", message: "0/3 nodes" }],
  },
});

test("what the condition says comes before an event, and is a proof", () => {
  const placing = placingOf(refused, clusterOf([refused]));
  assert.deepEqual(placing, { is: "refused", message: "0/3 nodes", saidBy: "condition" });
  assert.equal(
    saidOf(refused, { is: "refused", message: "0/3 nodes", saidBy: "condition" }).verdict,
    "proves",
  );
});

test("an event only tells of a moment", () => {
  const told = event(refOf(waiting), "FailedScheduling", "0/2 nodes", "2026-11-20T11:00:00Z");
  const placing = placingOf(waiting, clusterOf([waiting, told]));
  assert.deepEqual(placing, { is: "refused", message: "0/2 nodes", saidBy: "event" });
  assert.equal(saidOf(waiting, { is: "refused", message: "0/2 nodes", saidBy: "event" }).verdict, "suggests");
});

test("silent where nothing is said, unread where the events are", () => {
  assert.equal(placingOf(waiting, clusterOf([waiting])).is, "silent");
  assert.equal(placingOf(waiting, clusterOf([waiting], "v1/events")).is, "unread");
});
