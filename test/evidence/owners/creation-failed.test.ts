import assert from "node:assert/strict";
import { test } from "node:test";
import { creationFailures } from "../../../src/evidence/index.ts";
import { event } from "../../support/driver.ts";
import { statefulSet } from "../../support/objects.ts";
import { clusterOf, looked, restsOn } from "../ask.ts";

const set = statefulSet();
const about = {
  apiVersion: set.apiVersion,
  kind: set.kind,
  name: set.metadata.name,
  namespace: "shop",
} as const;
const quota = event(
  about,
  "FailedCreate",
  'create Claim data-db-0 for Pod db-0 in StatefulSet db failed error: persistentvolumeclaims "data-db-0" is forbidden: exceeded quota: storage',
);
const ask = (...given: Parameters<typeof clusterOf>) => creationFailures(set, clusterOf(...given));

test("for: its events say what could not be created, and why", () => {
  const answer = looked(ask([set, quota]));
  assert.equal(answer.is, "likely");
  assert.deepEqual(
    answer.failures.map(({ message, at }) => ({ message, at })),
    [{ message: quota.message, at: "2026-11-20T11:58:00Z" }],
  );
  assert.deepEqual(restsOn(answer.for), [`StatefulSet/${set.metadata.name} event: ${quota.message}`]);
});

test("for: the newest event comes first", () => {
  const older = { ...event(about, "FailedCreate", "older", "2026-11-20T10:00:00Z") };
  const newer = {
    ...event(about, "FailedCreate", "newer"),
    metadata: { ...older.metadata, name: "newer", uid: "newer" },
  };
  const { failures } = looked(ask([set, older, newer]));
  assert.deepEqual(
    failures.map(({ message }) => message),
    ["newer", "older"],
  );
});

test("neither: no event, which proves nothing, or one of another reason", () => {
  assert.equal(ask([set]).is, "possible");
  assert.equal(ask([set, event(about, "SuccessfulCreate", "created")]).is, "possible");
});

test("unread: the events", () => {
  assert.equal(ask([set, quota], "v1/events").is, "unread");
});
