/**
 * kubernetes/kubernetes pkg/controller/volume/persistentvolume/provision_test.go TestProvisionSync, 1.36, the rows about
 * claims that are not provisioned here; and what the tables leave out.
 */
import assert from "node:assert/strict";
import test from "node:test";
import { annotationNames, syncClaim } from "../../../src/controllers/index.ts";
import { pod, storageClass } from "../../support/objects.ts";
import type { Row } from "./unbound-claim.ts";
import { byName, delayed, offered, runTable, wanted } from "./unbound-claim.ts";

const rows: readonly Row[] = [
  {
    id: "a larger volume with just the access modes comes before a smaller one with more",
    volumes: [
      offered("more", { accessModes: ["ReadWriteOnce", "ReadOnlyMany"] }),
      offered("exact", { capacity: "10Gi" }),
    ],
    expected: { binds: "exact", marks: "both" },
  },
  {
    id: "a Terminating volume is not chosen",
    volumes: [offered("v1", { deletionTimestamp: true })],
    expected: { pending: "NoVolumeAndNoClass" },
  },
  {
    id: "a Terminating volume that the claim names, free",
    claim: wanted({ volumeName: "v1" }),
    volumes: [offered("v1", { deletionTimestamp: true })],
    expected: { pending: "VolumeMismatch" },
  },
  {
    id: "a Terminating volume that the claim names, reserved for it: bound without a check",
    claim: wanted({ volumeName: "v1", request: "99Gi" }),
    volumes: [offered("v1", { deletionTimestamp: true, claimRef: byName })],
    expected: { binds: "v1", marks: "none" },
  },
  {
    id: "WaitForFirstConsumer, with a node",
    claim: wanted({ storageClassName: "wait", annotations: { [annotationNames.selectedNode]: "node-a" } }),
    storageClass: delayed,
    expected: { pending: "ExternalProvisioning" },
  },
  {
    id: "11-14 the class does not exist",
    claim: wanted({ storageClassName: "gone" }),
    expected: { pending: "ProvisioningFailed" },
  },
  {
    id: "11-15 the class is empty",
    claim: wanted({ storageClassName: "" }),
    expected: { pending: "NoVolumeAndNoClass" },
  },
  { id: "11-16 the class is nil", expected: { pending: "NoVolumeAndNoClass" } },
  {
    id: "11-17 an external provisioner",
    claim: wanted({ storageClassName: "gp3" }),
    storageClass: storageClass(),
    expected: { pending: "ExternalProvisioning" },
  },
  {
    id: "kubernetes.io/no-provisioner, Immediate",
    claim: wanted({ storageClassName: "local" }),
    storageClass: storageClass({ name: "local", provisioner: "kubernetes.io/no-provisioner" }),
    expected: { pending: "ProvisioningFailed" },
  },
];

runTable("syncUnboundClaim: TestProvisionSync, and other claims", rows);

test("WaitForPodScheduled names the pods that are neither scheduled nor terminated", () => {
  const waiting = pod({ name: "waiting", nodeName: "", phase: "Pending" });
  const pods = [waiting, pod({ name: "running" }), pod({ name: "done", nodeName: "", phase: "Failed" })];
  const world = { named: undefined, volumes: [], storageClass: delayed, defaultClass: undefined, pods };
  assert.deepEqual(syncClaim(wanted({ storageClassName: "wait" }), world), {
    result: "Pending",
    because: { reason: "WaitForPodScheduled", pods: [waiting] },
  });
});
