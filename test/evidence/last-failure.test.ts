import assert from "node:assert/strict";
import { test } from "node:test";
import { lastFailure, toldIn } from "../../src/evidence/index.ts";
import { refOf } from "../../src/kubernetes/index.ts";
import { event } from "../support/driver.ts";
import { metadataOf, volume } from "../support/objects.ts";
import { clusterOf, looked, restsOn } from "./ask.ts";

const failed = event(
  refOf(volume()),
  "VolumeFailedDelete",
  "volume pv-data is in use",
  "2026-11-20T11:00:00Z",
);

test("for: the newest event about this very object, whole", () => {
  const older = {
    ...event(refOf(volume()), "VolumeFailedDelete", "older", "2026-11-20T10:00:00Z"),
    metadata: metadataOf({}, "older", "default"),
  };
  const answer = lastFailure(volume(), "delete-disk", clusterOf([volume(), failed, older]));
  assert.equal(answer.is, "likely");
  assert.equal(toldIn(answer)?.message, "volume pv-data is in use");
  assert.equal(toldIn(answer)?.at, "2026-11-20T11:00:00Z");
  assert.deepEqual(restsOn(looked(answer).for), ["PersistentVolume/pv-data event: volume pv-data is in use"]);
});

test("that nothing is told proves nothing, and an event of another attempt or of a former object does not count", () => {
  const former = {
    ...failed,
    involvedObject: { kind: "PersistentVolume", name: "pv-data", uid: "former" },
  };
  const answer = lastFailure(volume(), "delete-disk", clusterOf([volume(), former]));
  assert.equal(answer.is, "possible");
  assert.equal(toldIn(answer), undefined);
  assert.equal(toldIn(lastFailure(volume(), "expand", clusterOf([volume(), failed]))), undefined);
});

test("unread: the events", () => {
  assert.equal(lastFailure(volume(), "delete-disk", clusterOf([volume()], "v1/events")).is, "unread");
});
