import assert from "node:assert/strict";
import { test } from "node:test";
import { changesOwnership } from "../../../src/evidence/index.ts";
import type { CSIDriver, KubeObject, Pod } from "../../../src/kubernetes/index.ts";
import { refOf } from "../../../src/kubernetes/index.ts";
import { event } from "../../support/driver.ts";
import { metadataOf, pod, volume } from "../../support/objects.ts";
import { clusterOf } from "../ask.ts";

const ext4 = { csi: { driver: "ebs.csi.aws.com", volumeHandle: "vol-1", fsType: "ext4" } };
const disk = volume({ spec: ext4, accessModes: ["ReadWriteOnce"] });
const grouped = (more: object = {}): Pod =>
  pod({ phase: "Pending", spec: { securityContext: { fsGroup: 1000, ...more } } });
const driver = (fsGroupPolicy: string): CSIDriver => ({
  apiVersion: "storage.k8s.io/v1",
  kind: "CSIDriver",
  metadata: metadataOf({}, "ebs.csi.aws.com"),
  spec: { fsGroupPolicy },
});
const ask = (asked: Pod, on = disk, ...more: readonly KubeObject[]) =>
  changesOwnership(asked, on, clusterOf([asked, on, ...more])).is;

test("for: the kubelet says so, or the pod sets fsGroup", () => {
  const dir = "p/volumes/kubernetes.io~csi/pv-data/mount";
  const told = event(
    refOf(pod()),
    "VolumePermissionChangeInProgress",
    `Setting volume ownership for ${dir} is taking longer than expected`,
  );
  assert.equal(ask(pod({ phase: "Pending" }), disk, told), "likely");
  assert.equal(ask(grouped()), "likely");
  const shared = volume({ spec: ext4, accessModes: ["ReadWriteMany"] });
  assert.equal(ask(grouped(), shared, driver("File")), "likely");
});

test("against: the kubelet does not do it for this pod or this volume", () => {
  assert.equal(ask(pod({ phase: "Pending" })), "refuted");
  assert.equal(ask(grouped(), disk, driver("None")), "refuted");
  assert.equal(ask(grouped(), volume({ spec: ext4, accessModes: ["ReadWriteMany"] })), "refuted");
  const noType = volume({ spec: { csi: { driver: "ebs.csi.aws.com", volumeHandle: "vol-1" } } });
  assert.equal(ask(grouped(), noType), "refuted");
  assert.equal(ask(grouped(), volume({ spec: { ...ext4, volumeMode: "Block" } })), "refuted");
  assert.equal(ask(grouped(), volume({ spec: { nfs: { server: "x", path: "/" } } })), "refuted");
});

test("possible: the root may have the right group already", () => {
  assert.equal(ask(grouped({ fsGroupChangePolicy: "OnRootMismatch" })), "possible");
});

test("unread: the events, and the driver", () => {
  for (const hidden of ["v1/events", "storage.k8s.io/v1/csidrivers"] as const)
    assert.equal(changesOwnership(grouped(), disk, clusterOf([disk], hidden)).is, "unread");
});
