import assert from "node:assert/strict";
import { test } from "node:test";
import { pathMissing } from "../../../src/evidence/index.ts";
import { refOf } from "../../../src/kubernetes/index.ts";
import { event } from "../../support/driver.ts";
import { ebs, volume } from "../../support/objects.ts";
import { clusterOf } from "../ask.ts";

const local = volume({ phase: "Released", spec: { local: { path: "/disks/ssd3" } } });
const says = (message: string) =>
  clusterOf([local, event(refOf(local), "VolumeFailedDelete", message, "2026-11-20T11:00:00Z")]);

test("for: the provisioner on the machine does not find it there", () => {
  const message =
    'Error cleaning PV "pv-data": failed to get volume mode of path "/disks/ssd3": Directory check for "/disks/ssd3" failed: open /disks/ssd3: no such file or directory';
  assert.equal(pathMissing(local, says(message)).is, "likely");
});

test("another error says nothing of it; nor is a disk of a backend a path", () => {
  assert.equal(pathMissing(local, says("unlinkat /disks/ssd3/a: permission denied")).is, "possible");
  assert.equal(pathMissing(volume({ spec: ebs }), clusterOf([])).is, "refuted");
});

test("unread: the events", () => {
  assert.equal(pathMissing(local, clusterOf([local], "v1/events")).is, "unread");
});
