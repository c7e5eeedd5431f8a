import assert from "node:assert/strict";
import { test } from "node:test";
import { refOf } from "../../src/kubernetes/index.ts";
import { diagnosisOf, rootsOf } from "../support/diagnose.ts";
import { event } from "../support/driver.ts";
import { pod } from "../support/objects.ts";

const old = "2026-11-20T10:00:00Z";
const waiting = (creationTimestamp: string) =>
  pod({ name: "new", nodeName: "", phase: "Pending", ephemeral: ["work"], creationTimestamp });
const refused = (volume: string) =>
  event(refOf(waiting(old)), "FailedBinding", `ephemeral volume ${volume}: create PVC: exceeded quota`);

test("the claim of an ephemeral volume that the server refuses is not waited for", () => {
  assert.deepEqual(rootsOf(diagnosisOf([waiting(old), refused("work")])), ["EphemeralClaimNotMade blocked"]);
});

test("without a word of why, it depends on how long ago the pod was made", () => {
  const minuteAgo = waiting("2026-11-20T11:59:00Z");
  assert.deepEqual(rootsOf(diagnosisOf([minuteAgo])), ["ClaimNotBound waiting"]);
  assert.deepEqual(rootsOf(diagnosisOf([waiting(old)])), ["EphemeralClaimNotMade stuck"]);
  assert.deepEqual(rootsOf(diagnosisOf([waiting(old), refused("other")])), ["EphemeralClaimNotMade stuck"]);
});

test("where events could not be read, nobody says that the claim comes by itself", () => {
  const { verdict } = diagnosisOf([waiting("2026-11-20T11:59:00Z")], ["v1/events"]);
  assert.equal(verdict.reason, "CouldNotRead");
});
