import assert from "node:assert/strict";
import test from "node:test";
import { annotationNames, attacherFinalizer, finalizerNames } from "../../../src/controllers/index.ts";
import {
  attachment,
  claim,
  claimRefTo,
  content,
  ebs,
  node,
  pod,
  snapshot,
  volume,
} from "../../support/objects.ts";
import { runForward } from "./run.ts";

const {
  pvcProtection,
  pvProtection,
  externalProvisioner,
  pvcAsSource,
  snapshotAsSource,
  snapshotBound,
  contentBound,
} = finalizerNames;
const driver = "ebs.csi.aws.com";
const attacher = attacherFinalizer(driver);
const annotations = { [annotationNames.bindCompleted]: "yes" };
const data = claim({ phase: "Bound", volumeName: "pv-data", finalizers: [pvcProtection], annotations });
const disk = volume({
  phase: "Bound",
  finalizers: [pvProtection, externalProvisioner, attacher],
  claimRef: claimRefTo(data),
  spec: ebs,
});
const attached = attachment({
  finalizers: [attacher],
  annotations: { [annotationNames.nodeId]: "i-1" },
});
const user = pod({ claims: ["data"] });

test("test/e2e/storage/pvc_protection.go: a claim waits for its pod, then all goes in order", () => {
  const objects = [data, disk, attached, user, node()];
  const waiting = runForward(objects, [{ delete: data }]);
  assert.deepEqual(waiting.moves, []);
  const { moves, left } = runForward(objects, [{ delete: data }, { forceAway: user }]);
  assert.deepEqual(moves, [
    `remove-finalizer ${pvcProtection} data`,
    "pv-data becomes Released",
    "delete csi-1",
    `${driver} detaches from node-a`,
    `remove-finalizer ${attacher} csi-1`,
    `${driver} destroys vol-0abc`,
    "delete pv-data",
    `remove-finalizer ${externalProvisioner} pv-data`,
    `remove-finalizer ${attacher} pv-data`,
    `remove-finalizer ${pvProtection} pv-data`,
  ]);
  assert.deepEqual(
    left,
    ["web-0", "node-a"].filter((name) => name === "node-a"),
  );
});

test("a finished pod keeps the claim, though its volume is detached", () => {
  const done = pod({ claims: ["data"], phase: "Succeeded" });
  const { moves, left } = runForward([data, disk, attached, done, node()], [{ delete: data }]);
  assert.deepEqual(moves, [
    "delete csi-1",
    `${driver} detaches from node-a`,
    `remove-finalizer ${attacher} csi-1`,
  ]);
  assert.deepEqual(left, ["data", "pv-data", "web-0", "node-a"]);
});

test("test/e2e/storage/pv_protection.go: a volume without a claim goes at once", () => {
  const free = volume({ finalizers: [pvProtection], spec: ebs });
  const { left } = runForward([free], [{ delete: free }]);
  assert.deepEqual(left, []);
});

test("a snapshot that failed holds its claim until it is deleted", () => {
  const source = claim({
    phase: "Bound",
    volumeName: "pv-data",
    annotations,
    finalizers: [pvcProtection, pvcAsSource],
  });
  const failed = snapshot({
    className: "ebs-snapshots",
    readyToUse: false,
    content: "snapcontent-1",
    finalizers: [snapshotAsSource, snapshotBound],
  });
  const made = content({ finalizers: [contentBound] });
  const objects = [source, disk, failed, made];
  const held = runForward(objects, [{ delete: source }]);
  assert.equal(held.left.includes("data"), true);
  const { moves, left } = runForward(objects, [{ delete: source }, { delete: failed }]);
  assert.equal(moves.includes(`remove-finalizer ${pvcAsSource} data`), true);
  assert.equal(moves.includes(`${driver} destroys snap-0abc`), true);
  assert.deepEqual(left, []);
});

test("an attachment whose volume was forced away is never detached", () => {
  const dying = attachment({ finalizers: [attacher], deletionTimestamp: true });
  const { moves, left } = runForward([dying, disk, node()], [{ forceAway: disk }]);
  assert.deepEqual(moves, []);
  assert.deepEqual(left, ["csi-1", "node-a"]);
});

test("a node that is gone takes its pods along, and the claim that waited for them", () => {
  const { moves, left } = runForward([data, disk, user], [{ delete: data }]);
  assert.deepEqual(moves.slice(0, 3), [
    "web-0 becomes Failed",
    "delete web-0",
    `remove-finalizer ${pvcProtection} data`,
  ]);
  assert.deepEqual(left, []);
});
