import assert from "node:assert/strict";
import { test } from "node:test";
import { credentialsRefused } from "../../../src/evidence/index.ts";
import { refOf } from "../../../src/kubernetes/index.ts";
import { event } from "../../support/driver.ts";
import { ebs, volume } from "../../support/objects.ts";
import { clusterOf, looked } from "../ask.ts";

const released = volume({
  phase: "Released",
  spec: ebs,
  annotations: {
    "volume.kubernetes.io/provisioner-deletion-secret-name": "array-east",
    "volume.kubernetes.io/provisioner-deletion-secret-namespace": "storage",
  },
});
const ask = (message: string) =>
  credentialsRefused(
    released,
    clusterOf([released, event(refOf(released), "VolumeFailedDelete", message, "2026-11-20T11:00:00Z")]),
  );

test("for: the backend refuses the driver, by whatever word; the Secret that the volume names is told", () => {
  for (const message of [
    "UnauthorizedOperation: You are not authorized to perform this operation.",
    "request 7d1a answered 401 after 10 attempts: the password of service account csi-prod expired",
    "StatusCode=403, ErrorCode=AuthorizationFailure",
  ]) {
    const answer = ask(message);
    assert.equal(answer.is, "likely", message);
    assert.equal(looked(answer).secret?.name, "array-east");
  }
});

test("against: the permission of a file, or of a service account at the API server", () => {
  assert.equal(ask("rm: can't remove '/opt/a/.locked': Permission denied").is, "refuted");
  const forbidden =
    'persistentvolumes "pv-data" is forbidden: User "x" cannot patch resource "persistentvolumes"';
  assert.equal(ask(forbidden).is, "refuted");
});

test("another error says nothing of them", () => {
  assert.equal(ask("volume vol-0abc is in use").is, "possible");
});

test("unread: the events", () => {
  assert.equal(credentialsRefused(released, clusterOf([released], "v1/events")).is, "unread");
});
