import assert from "node:assert/strict";
import { test } from "node:test";
import { resizerServes } from "../../../src/evidence/index.ts";
import type { KubeObject, Lease } from "../../../src/kubernetes/index.ts";
import { refOf } from "../../../src/kubernetes/index.ts";
import { event } from "../../support/driver.ts";
import { claim, ebs, metadataOf, volume } from "../../support/objects.ts";
import { clusterOf, looked } from "../ask.ts";

const data = claim({ phase: "Bound", volumeName: "pv-data" });
const disk = volume({ spec: ebs });
const lease = (name: string, renewTime = "2026-11-20T11:59:59Z"): Lease => ({
  apiVersion: "coordination.k8s.io/v1",
  kind: "Lease",
  metadata: metadataOf({}, name, "kube-system"),
  spec: { holderIdentity: "x", renewTime, leaseDurationSeconds: 15 },
});
const ask = (...more: readonly KubeObject[]) =>
  looked(resizerServes(data, disk, clusterOf([data, disk, ...more])));

test("for: it said that it begins, or it renews its lease", () => {
  assert.equal(ask(event(refOf(data), "Resizing", "External resizer is resizing volume")).is, "likely");
  assert.equal(ask(lease("external-resizer-ebs-csi-aws-com")).is, "proven");
});

test("against: the other sidecars of the driver have leases, and it has none", () => {
  const answer = ask(lease("ebs-csi-aws-com"));
  assert.equal(answer.is, "possible");
  assert.equal(answer.against.length, 1);
  assert.equal(ask().against.length, 0, "without any lease nothing is known");
});

test("refuted: no CSI driver has the volume", () => {
  const local = volume({ spec: { local: { path: "/mnt/a" } } });
  assert.equal(resizerServes(data, local, clusterOf([data, local])).is, "refuted");
});

test("since when it waits is told by kube-controller-manager", () => {
  const waits = event(
    refOf(data),
    "ExternalExpanding",
    "waiting for an external controller",
    "2026-11-20T09:00:00Z",
  );
  assert.equal(ask(waits).since, "2026-11-20T09:00:00Z");
});

test("unread: the events, and the leases", () => {
  for (const hidden of ["v1/events", "coordination.k8s.io/v1/leases"] as const)
    assert.equal(resizerServes(data, disk, clusterOf([data, disk], hidden)).is, "unread");
});
