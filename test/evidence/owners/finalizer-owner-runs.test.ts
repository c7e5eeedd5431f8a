import assert from "node:assert/strict";
import { test } from "node:test";
import { finalizerOwnerRuns } from "../../../src/evidence/index.ts";
import type { Lease } from "../../../src/kubernetes/index.ts";
import { ebs, metadataOf, volume } from "../../support/objects.ts";
import { clusterOf, looked } from "../ask.ts";

const leaseOf = (name: string, renewTime: string): Lease => ({
  apiVersion: "coordination.k8s.io/v1",
  kind: "Lease",
  metadata: metadataOf({}, name, "kube-system"),
  spec: { holderIdentity: "a", leaseDurationSeconds: 15, renewTime },
});
const ask = (finalizer: string, ...given: Parameters<typeof clusterOf>) =>
  finalizerOwnerRuns(finalizer, volume({ spec: ebs }), clusterOf(...given));

test("for: the lease of its leader is renewed", () => {
  const fresh = "2026-11-20T11:59:50Z";
  const pairs: readonly (readonly [finalizer: string, lease: string])[] = [
    ["kubernetes.io/pv-protection", "kube-controller-manager"],
    ["external-attacher/ebs-csi-aws-com", "external-attacher-leader-ebs-csi-aws-com"],
    ["external-provisioner.volume.kubernetes.io/finalizer", "ebs-csi-aws-com"],
  ];
  for (const [finalizer, lease] of pairs)
    assert.equal(ask(finalizer, [leaseOf(lease, fresh)]).is, "proven", finalizer);
});

test("against: a lease that is not renewed, which refutes nothing; without a lease nothing is known", () => {
  const stale = ask("kubernetes.io/pv-protection", [
    leaseOf("kube-controller-manager", "2026-11-20T09:00:00Z"),
  ]);
  assert.equal(stale.is, "possible");
  assert.equal(looked(stale).against.length, 1);
  assert.equal(ask("example.org/unknown", []).is, "possible");
});

test("unread: the leases", () => {
  assert.equal(ask("kubernetes.io/pv-protection", [], "coordination.k8s.io/v1/leases").is, "unread");
});
