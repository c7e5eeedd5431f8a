import assert from "node:assert/strict";
import { test } from "node:test";
import type { Sidecar } from "../../../src/evidence/index.ts";
import { isOlder, sidecarRuns, sidecarVersion } from "../../../src/evidence/index.ts";
import type { Lease } from "../../../src/kubernetes/index.ts";
import { metadataOf, pod } from "../../support/objects.ts";
import { clusterOf, looked, restsOn } from "../ask.ts";

const leaseOf = (name: string, renewTime: string): Lease => ({
  apiVersion: "coordination.k8s.io/v1",
  kind: "Lease",
  metadata: metadataOf({}, name, "storage"),
  spec: { holderIdentity: "controller-77-x", leaseDurationSeconds: 15, renewTime },
});
const fresh = "2026-11-20T11:59:55Z";
const stale = "2026-11-20T09:19:40Z";
const ask = (...given: Parameters<typeof clusterOf>) =>
  sidecarRuns("csi-provisioner", "csi.example.org", clusterOf(...given));

test("for: it renews its lease, whatever the lease of that sidecar is called", () => {
  const names: Readonly<Record<Sidecar, string>> = {
    "csi-provisioner": "csi-example-org",
    "csi-attacher": "external-attacher-leader-csi-example-org",
    "csi-snapshotter": "external-snapshotter-leader-csi-example-org",
    "csi-resizer": "external-resizer-csi-example-org",
  };
  for (const [sidecar, name] of Object.entries(names)) {
    const cluster = clusterOf([leaseOf(name, fresh)]);
    assert.equal(sidecarRuns(sidecar as Sidecar, "csi.example.org", cluster).is, "proven", sidecar);
  }
});

test("against: its lease is old, and the pod that held it cannot run", () => {
  const crashing = pod({
    name: "controller-77-x",
    namespace: "storage",
    status: {
      containerStatuses: [
        { name: "csi-provisioner", restartCount: 9, state: { waiting: { reason: "CrashLoopBackOff" } } },
      ],
    },
  });
  const answer = ask([leaseOf("csi-example-org", stale), crashing]);
  assert.equal(answer.is, "refuted");
  assert.deepEqual(restsOn(looked(answer).against), [
    `Lease/csi-example-org spec.renewTime: ${stale}`,
    "Pod/controller-77-x status.containerStatuses[csi-provisioner].state.waiting.reason: CrashLoopBackOff",
  ]);
  const unplaced = pod({
    name: "controller-77-x",
    namespace: "storage",
    phase: "Pending",
    nodeName: "",
    status: { conditions: [{ type: "PodScheduled", status: "False", message: "0/1 nodes are available" }] },
  });
  assert.equal(ask([leaseOf("csi-example-org", stale), unplaced]).is, "refuted");
});

test("an old lease alone does not refute it, and no lease tells nothing", () => {
  assert.equal(ask([leaseOf("csi-example-org", stale)]).is, "possible");
  assert.equal(ask([]).is, "possible");
});

test("against: its lease is old, and the pod that came after its holder cannot run", () => {
  const containers = [{ name: "csi-provisioner", image: "registry.example.org/csi-provisioner:v5.3.0" }];
  const status = {
    conditions: [{ type: "PodScheduled", status: "False", message: "0/1 nodes are available" }],
  };
  const after = (name: string, namespace = "storage") =>
    pod({ name, namespace, phase: "Pending", nodeName: "", spec: { containers }, status });
  const held = (holderIdentity: string) => {
    const lease = leaseOf("csi-example-org", stale);
    return { ...lease, spec: { ...lease.spec, holderIdentity } };
  };
  const lease = held("1-controller-66-y");
  const answer = looked(ask([lease, after("controller-77-x")]));
  assert.deepEqual(
    [answer.is, answer.because, answer.pod?.metadata.name],
    ["refuted", "0/1 nodes are available", "controller-77-x"],
  );
  assert.equal(ask([lease, after("controller-77-x", "shop")]).is, "possible");
  assert.equal(ask([lease, after("web-77-x")]).is, "possible");
  assert.equal(ask([lease, after("controller-77-x")], "v1/pods").is, "possible");
});

test("the version of a sidecar stands in the tag of its image", () => {
  const of = (image: string) =>
    sidecarVersion("csi-attacher", pod({ spec: { containers: [{ name: "csi-attacher", image }] } }));
  assert.equal(of("registry.example.org:5000/sig-storage/csi-attacher:v2.0.0@sha256:1"), "v2.0.0");
  assert.equal(of("registry.example.org:5000/csi-attacher"), undefined);
  assert.ok(isOlder("v2.0.0", [2, 2]) && !isOlder("v2.2.0", [2, 2]) && !isOlder("v3.0.0", [2, 2]));
  assert.ok(!isOlder(undefined, [2, 2]) && !isOlder("canary", [2, 2]));
});

test("unread: the leases", () => {
  assert.equal(ask([], "coordination.k8s.io/v1/leases").is, "unread");
});
