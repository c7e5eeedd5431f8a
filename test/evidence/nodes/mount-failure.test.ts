import assert from "node:assert/strict";
import { test } from "node:test";
import { mountFailure } from "../../../src/evidence/index.ts";
import type { Event, KubeObject } from "../../../src/kubernetes/index.ts";
import { refOf } from "../../../src/kubernetes/index.ts";
import { event } from "../../support/driver.ts";
import { attachment, claim, claimRefTo, ebs, pod, volume } from "../../support/objects.ts";
import { clusterOf, looked } from "../ask.ts";

const data = claim({ phase: "Bound", volumeName: "pv-data" });
const bound = volume({ phase: "Bound", spec: ebs, claimRef: claimRefTo(data) });
const waiting = pod({ phase: "Pending", claims: ["data", "logs"] });
const summary = (volumes: string) =>
  `Unable to attach or mount volumes: unmounted volumes=[${volumes}], unattached volumes=[], failed to process volumes=[]: timed out waiting for the condition`;
const superblock =
  'MountVolume.MountDevice failed for volume "pv-data" : rpc error: code = Internal desc = mount failed: exit status 32: bad superblock';

let count = 0;
function said(message: string, at: string, reason = "FailedMount"): Event {
  const told = event(refOf(waiting), reason, message, `2026-11-20T${at}:00Z`);
  count += 1;
  return { ...told, metadata: { ...told.metadata, name: `e${count}`, uid: `e${count}` } };
}

function failure(...more: readonly KubeObject[]) {
  const { told, about } = looked(mountFailure(waiting, clusterOf([waiting, data, bound, ...more])));
  return { message: told?.message, about };
}

test("the kubelet's summary hides no cause, however much newer it is", () => {
  const found = failure(said(superblock, "11:01"), said(summary("data"), "11:59"));
  assert.deepEqual(found, { message: superblock, about: ["data"] });
});

test("an error that says only that it took too long hides no cause either", () => {
  const pending =
    'MountVolume.SetUp failed for volume "pv-data" : rpc error: code = Aborted desc = An operation with the given Volume ID vol-1 already exists';
  assert.equal(failure(said(superblock, "11:01"), said(pending, "11:59")).message, superblock);
  assert.equal(failure(said(pending, "11:59")).message, pending);
});

test("a summary alone is what is told, with the volumes that it waits for", () => {
  assert.deepEqual(failure(said(summary("data logs"), "11:59")), {
    message: summary("data logs"),
    about: ["data", "logs"],
  });
});

test("what was overcome does not count: the volume is no longer waited for, or is attached by now", () => {
  const later = said(summary("logs"), "11:59");
  assert.equal(failure(said(superblock, "11:01"), later).message, later.message);
  const multi = 'Multi-Attach error for volume "pv-data" Volume is already used by pod(s) old';
  const refused = said(multi, "11:01", "FailedAttachVolume");
  assert.equal(failure(refused).message, multi);
  assert.equal(failure(refused, attachment()).message, undefined);
  assert.equal(failure(refused, attachment({ nodeName: "node-b" })).message, multi);
});

test("a volume that is no claim is named as it is called in the pod", () => {
  const config = 'MountVolume.SetUp failed for volume "settings" : configmap "x" not found';
  assert.deepEqual(failure(said(config, "11:59")), { message: config, about: ["settings"] });
});

test("unread: the events", () => {
  assert.equal(mountFailure(waiting, clusterOf([waiting], "v1/events")).is, "unread");
});
