import assert from "node:assert/strict";
import { test } from "node:test";
import { isFileShare, usedOnNodes } from "../../../src/evidence/index.ts";
import { claim, pod, volume } from "../../support/objects.ts";
import { clusterOf } from "../ask.ts";

const data = claim({ phase: "Bound", volumeName: "pv-data" });
const user = (name: string, nodeName: string, day: string) =>
  pod({ name, nodeName, claims: ["data"], phase: "Running", creationTimestamp: `2026-11-${day}T08:00:00Z` });

test("of each node the first pod counts, and the second node tells since when", () => {
  const pods = [user("new", "node-a", "09"), user("old", "node-a", "01"), user("other", "node-b", "05")];
  const used = usedOnNodes(data, clusterOf([data, ...pods]));
  assert.equal(used.is, "proven");
  assert.deepEqual(used.for.map(({ about }) => about.name).sort(), ["old", "other"]);
  assert.equal(used.since, "2026-11-05T08:00:00Z");
});

test("one node, or a pod that is ending on the other", () => {
  const leaving = pod({ name: "other", nodeName: "node-b", claims: ["data"], deletionTimestamp: true });
  const pods = [user("one", "node-a", "01"), user("two", "node-a", "02"), leaving];
  assert.equal(usedOnNodes(data, clusterOf([data, ...pods])).is, "possible");
});

test("pods that were not read", () => {
  assert.equal(usedOnNodes(data, clusterOf([data], "v1/pods")).is, "unread");
});

for (const [driver, isShare] of [
  ["nfs.csi.k8s.io", true],
  ["efs.csi.aws.com", true],
  ["rook-ceph.cephfs.csi.ceph.com", true],
  ["nfs.csi.ceph.com", true],
  ["nfs.manila.csi.openstack.org", true],
  ["rook-ceph.rbd.csi.ceph.com", false],
  ["cstor.csi.openebs.io", false],
] as const)
  test(`${driver} shares a file system: ${isShare}`, () => {
    assert.equal(isFileShare(volume({ spec: { csi: { driver, volumeHandle: "one" } } })), isShare);
  });

test("a disk image in a share of Azure Files is a disk", () => {
  const of = (volumeHandle: string) =>
    volume({ spec: { csi: { driver: "file.csi.azure.com", volumeHandle } } });
  assert.equal(isFileShare(of("group#account#share##uuid#shop")), true);
  assert.equal(isFileShare(of("group#account#share#disk.vhd#uuid#shop")), false);
});
