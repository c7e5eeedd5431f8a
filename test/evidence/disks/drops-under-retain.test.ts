import assert from "node:assert/strict";
import { test } from "node:test";
import { dropsUnderRetain } from "../../../src/evidence/index.ts";
import { csiNode, ebs, volume } from "../../support/objects.ts";
import { clusterOf } from "../ask.ts";

const finalizer = "external-provisioner.volume.kubernetes.io/finalizer";
const leaving = volume({
  spec: ebs,
  deletionTimestamp: true,
  finalizers: [finalizer],
  annotations: { "pv.kubernetes.io/provisioned-by": "ebs.csi.aws.com" },
});
const by = (...given: Parameters<typeof clusterOf>) =>
  dropsUnderRetain(leaving, clusterOf(...given)).map((drop) => drop.by.who);

test("its provisioner removes it where the driver runs, or where that could not be looked at", () => {
  assert.deepEqual(by([csiNode("n", "ebs.csi.aws.com")]), ["provisioner"]);
  assert.deepEqual(by([], "storage.k8s.io/v1/csinodes"), ["provisioner"]);
});

test("a driver of which there is no trace removes nothing", () => {
  assert.deepEqual(by([]), ["absent"]);
});
