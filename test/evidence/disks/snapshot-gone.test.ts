import assert from "node:assert/strict";
import { test } from "node:test";
import { snapshotGone } from "../../../src/evidence/index.ts";
import { refOf } from "../../../src/kubernetes/index.ts";
import { event } from "../../support/driver.ts";
import { content } from "../../support/objects.ts";
import { clusterOf } from "../ask.ts";

const leaving = content({
  deletionTimestamp: true,
  annotations: { "snapshot.storage.kubernetes.io/volumesnapshot-being-deleted": "yes" },
});
const says = (message: string) =>
  clusterOf([leaving, event(refOf(leaving), "SnapshotDeleteError", message, "2026-11-20T11:00:00Z")]);

test("for: the sidecar could only not record that the driver has deleted it", () => {
  assert.equal(snapshotGone(leaving, says("Failed to clear content status")).is, "proven");
});

test("both for and against: the driver does not find it, and may look in one place only", () => {
  assert.equal(snapshotGone(leaving, says("snapshot snap-0abc not found")).is, "possible");
  assert.equal(snapshotGone(leaving, says("Failed to delete snapshot")).is, "possible");
});

test("against: a content whose snapshot is to be kept", () => {
  assert.equal(snapshotGone(content({ policy: "Retain" }), clusterOf([])).is, "refuted");
});

test("unread: the events", () => {
  assert.equal(snapshotGone(leaving, clusterOf([leaving], "v1/events")).is, "unread");
});
