import assert from "node:assert/strict";
import { test } from "node:test";
import { createCluster } from "../../../src/cluster/index.ts";
import { nearestName } from "../../../src/controllers/index.ts";
import { attacherInstalled, driverInstalled, provisionerInstalled } from "../../../src/evidence/index.ts";
import type { CSIDriver, CSINode, KubeObject, Resource } from "../../../src/kubernetes/index.ts";
import { ebs, metadataOf, volume } from "../../support/objects.ts";
import { snapshotOf } from "../../support/snapshot.ts";

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
  driverInstalled(driver, createCluster(snapshotOf(objects, hidden))).is;

test("a driver is there when it is registered and a node runs it", () => {
  assert.equal(presence([registered, running]), "proven");
  assert.equal(presence([running]), "proven", "the CSIDriver object is optional");
  assert.equal(presence([registered, idle]), "likely");
  assert.equal(presence([idle]), "refuted");
  assert.equal(presence([]), "refuted");
});

test("what was not read is no absence", () => {
  assert.equal(presence([], [nodes]), "unread");
  assert.equal(presence([], [drivers]), "unread");
  assert.equal(presence([running], [drivers]), "proven", "one trace of it is enough");
  assert.equal(presence([registered], [nodes]), "unread");
});

test("a provisioner with its own code registers nowhere", () => {
  const cluster = createCluster(snapshotOf([]));
  const own = volume({
    annotations: { "pv.kubernetes.io/provisioned-by": "rancher.io/local-path" },
    spec: { hostPath: { path: "/x" } },
  });
  assert.equal(provisionerInstalled(own, cluster).is, "possible");
  assert.equal(provisionerInstalled(volume({ spec: ebs }), cluster).is, "refuted");
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
  const asked = (...finalizers: readonly string[]) => attacherInstalled(finalizers, cluster).is;
  assert.equal(asked("external-attacher/ebs-csi-aws-com"), "proven");
  assert.equal(looked, 1);
  for (let at = 0; at < 100; at++) {
    assert.equal(asked(`external-attacher/driver-${at}-example-com`), "proven");
    assert.equal(asked(`external-attacher/gone-${at}`), "refuted");
  }
  assert.equal(looked, 100);
});
