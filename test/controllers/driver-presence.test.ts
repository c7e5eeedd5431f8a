import assert from "node:assert/strict";
import { test } from "node:test";
import { createCluster } from "../../src/cluster/index.ts";
import {
  attacherPresence,
  driverPresence,
  nearestName,
  provisionerPresence,
} from "../../src/controllers/index.ts";
import type { CSIDriver, CSINode, KubeObject, Resource } from "../../src/kubernetes/index.ts";
import { ebs, metadataOf, volume } from "../support/objects.ts";
import { snapshotOf } from "../support/snapshot.ts";

const driver = "ebs.csi.aws.com";
const registered: CSIDriver = {
  apiVersion: "storage.k8s.io/v1",
  kind: "CSIDriver",
  metadata: metadataOf({}, driver),
};
const running: CSINode = {
  apiVersion: "storage.k8s.io/v1",
  kind: "CSINode",
  metadata: metadataOf({}, "node-a"),
  spec: { drivers: [{ name: driver, nodeID: "i-1" }] },
};
const idle: CSINode = { ...running, spec: { drivers: [{ name: "other.csi.example.com" }] } };
const nodes = "storage.k8s.io/v1/csinodes" as const;
const drivers = "storage.k8s.io/v1/csidrivers" as const;

const presence = (objects: readonly KubeObject[], hidden: readonly Resource[] = []) =>
  driverPresence(driver, createCluster(snapshotOf(objects, hidden))).presence;

test("a driver is there when it is registered and a node runs it", () => {
  assert.equal(presence([registered, running]), "installed");
  assert.equal(presence([running]), "installed", "the CSIDriver object is optional");
  assert.equal(presence([registered, idle]), "no-nodes");
  assert.equal(presence([idle]), "absent");
  assert.equal(presence([]), "absent");
});

test("what was not read is no absence", () => {
  assert.equal(presence([], [nodes]), "unread");
  assert.equal(presence([], [drivers]), "unread");
  assert.equal(presence([running], [drivers]), "installed", "one trace of it is enough");
  assert.equal(presence([registered], [nodes]), "unread");
});

test("a provisioner with its own code registers nowhere", () => {
  const cluster = createCluster(snapshotOf([]));
  const own = volume({
    annotations: { "pv.kubernetes.io/provisioned-by": "rancher.io/local-path" },
    spec: { hostPath: { path: "/x" } },
  });
  assert.equal(provisionerPresence(own, cluster).presence, "not-told");
  assert.equal(provisionerPresence(volume({ spec: ebs }), cluster).presence, "absent");
});

test("the nearest name is one that may have been meant", () => {
  const names = ["ebs.csi.aws.com", "efs.csi.aws.com", "nfs.csi.k8s.io"];
  assert.equal(nearestName("ebs.csi.aws.con", names), "ebs.csi.aws.com");
  assert.equal(nearestName("csi.vsphere.vmware.com", names), undefined);
  assert.equal(nearestName("ebs.csi.aws.com", []), undefined);
  assert.equal(nearestName("x".repeat(100_000), names), undefined);
});

test("a node is looked at once, however many finalizers of attachers there are, and only when it is needed", () => {
  let looked = 0;
  const nodeOf = (at: number): CSINode => ({
    ...running,
    metadata: metadataOf({}, `node-${at}`),
    get spec() {
      looked += 1;
      return { drivers: [{ name: driver }, { name: `driver-${at}.example.com` }] };
    },
  });
  const all = Array.from({ length: 100 }, (_, at) => nodeOf(at));
  const cluster = createCluster(snapshotOf([registered, ...all]));
  const asked = (...finalizers: readonly string[]) => attacherPresence(finalizers, cluster).presence;
  assert.equal(asked("external-attacher/ebs-csi-aws-com"), "installed");
  assert.equal(looked, 1);
  for (let at = 0; at < 100; at++) {
    assert.equal(asked(`external-attacher/driver-${at}-example-com`), "installed");
    assert.equal(asked(`external-attacher/gone-${at}`), "absent");
  }
  assert.equal(looked, 100);
});
