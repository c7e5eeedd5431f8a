import assert from "node:assert/strict";
import { test } from "node:test";
import { diskGone, toldGone } from "../../../src/evidence/index.ts";
import { refOf } from "../../../src/kubernetes/index.ts";
import { event } from "../../support/driver.ts";
import { attachment, claim, claimRefTo, ebs, namespaceObject, volume } from "../../support/objects.ts";
import { clusterOf } from "../ask.ts";

const released = volume({ phase: "Released", spec: ebs });
const says = (message: string, of = released) =>
  event(refOf(of), "VolumeFailedDelete", message, "2026-11-20T11:00:00Z");
const asked = (message: string) => diskGone(released, clusterOf([released, says(message)]));

test("for: the driver was asked to delete this very disk, and does not find it", () => {
  const answer = asked("InvalidVolume.NotFound: The volume 'vol-0abc' does not exist.");
  assert.equal(answer.is, "likely");
});

test("for: the driver has deleted it, and only the finalizer could not be removed", () => {
  const own = volume({
    phase: "Released",
    spec: ebs,
    finalizers: ["external-provisioner.volume.kubernetes.io/finalizer"],
  });
  const message =
    'persistentvolumes "pv-data" is forbidden: User "x" cannot patch resource "persistentvolumes"';
  assert.equal(diskGone(own, clusterOf([own, says(message, own)])).is, "proven");
});

test("for: another volume of the same disk was asked about", () => {
  const twin = volume({ name: "pv-twin", phase: "Released", spec: ebs });
  const told = says("volume vol-0abc not found", twin);
  assert.equal(toldGone(released, clusterOf([released, twin, told])), "not-found");
});

test("both for and against: not found to detach, where a driver may look in one place only", () => {
  const detaching = attachment({ status: { detachError: { message: "volume vol-0abc does not exist" } } });
  const answer = diskGone(released, clusterOf([released, detaching]));
  assert.equal(answer.is, "possible");
  assert.equal(toldGone(released, clusterOf([released, detaching])), "not-found-to-detach");
});

const owner = claim({ phase: "Bound", volumeName: "pv-data" });
const bound = volume({ phase: "Bound", spec: ebs, claimRef: claimRefTo(owner) });
const missing = attachment({ status: { detachError: { message: "volume vol-0abc does not exist" } } });

test("what is said of the attachment of one volume counts for all of its disk, unless each is in use", () => {
  const other = claim({ name: "other", phase: "Bound", volumeName: "pv-twin" });
  const spare = { name: "pv-twin", policy: "Retain", spec: ebs } as const;
  const used = volume({ ...spare, phase: "Bound", claimRef: claimRefTo(other) });
  const told = (twin: typeof used, ...others: Parameters<typeof clusterOf>[0]) => {
    const cluster = clusterOf([bound, owner, missing, twin, other, ...others]);
    return [bound, twin].map((each) => toldGone(each, cluster));
  };
  assert.deepEqual(told(volume(spare)), ["not-found-to-detach", "not-found-to-detach"]);
  assert.deepEqual(told(used), [undefined, undefined]);
  const shop = namespaceObject({ deletionTimestamp: true });
  assert.deepEqual(told(used, shop), ["not-found-to-detach", "not-found-to-detach"]);
});

test("unread: the attachments of a volume in use, of which another volume is not", () => {
  const twin = volume({ name: "pv-twin", spec: ebs });
  const objects = [bound, owner, missing, twin] as const;
  assert.equal(diskGone(bound, clusterOf(objects, "storage.k8s.io/v1/volumeattachments")).is, "unread");
});

test("nothing is said of it by what is not found elsewhere: a pool, a node, another disk", () => {
  for (const message of [
    "rpc error: code = NotFound desc = backend pool ssd-1 not found in the configuration of array A7",
    'rpc error: code = NotFound desc = node "n9" not found',
    "volume vol-0abd not found",
  ]) {
    const answer = asked(message);
    assert.equal(answer.is, "possible", message);
    assert.equal(toldGone(released, clusterOf([released, says(message)])), undefined);
  }
});

test("a path that is missing on its machine is no disk that is gone", () => {
  const local = volume({ phase: "Released", spec: { local: { path: "/disks/ssd3" } } });
  const message = "open /disks/ssd3: no such file or directory";
  assert.equal(toldGone(local, clusterOf([local, says(message, local)])), undefined);
});

test("unread: the events, and nothing else tells it", () => {
  assert.equal(diskGone(released, clusterOf([released], "v1/events")).is, "unread");
});
