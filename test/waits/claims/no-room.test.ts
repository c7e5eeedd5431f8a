import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { CSIDriver, CSIStorageCapacity, PersistentVolumeClaim } from "../../../src/kubernetes/index.ts";
import { diagnosisOf } from "../../support/diagnose.ts";
import { delayed, pending, refusedPod, saidOf } from "./refused-pod.ts";
import { play } from "./rows.ts";

const noSpace = "0/1 nodes are available: 1 node(s) did not have enough free storage.";

const withRoom: CSIDriver = {
  apiVersion: "storage.k8s.io/v1",
  kind: "CSIDriver",
  metadata: { name: "ebs.csi.aws.com", uid: "driver" },
  spec: { storageCapacity: true },
};

const withoutAsking: CSIDriver = { ...withRoom, spec: { storageCapacity: false } };

function capacity(facts: Partial<CSIStorageCapacity> = {}): CSIStorageCapacity {
  return {
    apiVersion: "storage.k8s.io/v1",
    kind: "CSIStorageCapacity",
    metadata: { name: "csisc-1", namespace: "kube-system", uid: "csisc-1" },
    storageClassName: "gp3",
    capacity: "107374182400",
    nodeTopology: { matchLabels: { zone: "a" } },
    ...facts,
  };
}

function asking(storage: string): PersistentVolumeClaim {
  const wanting = pending();
  return { ...wanting, spec: { ...wanting.spec, resources: { requests: { storage } } } };
}

describe("the driver has no room", () => {
  const refused = refusedPod(noSpace);
  play([
    [
      "for so much",
      [asking("500Gi"), delayed, refused, withRoom, capacity()],
      "StorageCapacityTooSmall blocked",
    ],
    [
      "for one volume of that size",
      [asking("50Gi"), delayed, refused, withRoom, capacity({ maximumVolumeSize: "10Gi" })],
      "StorageCapacityTooSmall blocked",
    ],
    [
      "but elsewhere it has",
      [asking("50Gi"), delayed, refused, withRoom, capacity()],
      "NoNodeWithVolumeForPod blocked",
    ],
    [
      "that it speaks of",
      [asking("50Gi"), delayed, refused, withRoom, capacity({ storageClassName: "other" })],
      "StorageCapacityNotPublished stuck",
    ],
    [
      "where nodes could reach it",
      [asking("50Gi"), delayed, refused, withRoom, capacity({ nodeTopology: undefined })],
      "StorageCapacityNotPublished stuck",
    ],
    [
      "that it speaks of, but the class is new",
      [
        asking("50Gi"),
        { ...delayed, metadata: { ...delayed.metadata, creationTimestamp: "2026-11-20T11:59:00Z" } },
        refused,
        withRoom,
      ],
      "PodUnschedulable blocked",
    ],
    [
      "but it is not asked about it, so that another claim must be meant",
      [asking("50Gi"), delayed, refused, withoutAsking],
      "PodUnschedulable blocked",
    ],
  ]);

  const metadata = { name: "csisc-2", namespace: "kube-system", uid: "csisc-2" };
  const larger: CSIStorageCapacity = { ...capacity(), metadata };
  test("the largest place is named, in a size that people read", () => {
    assert.match(
      saidOf([asking("500Gi"), delayed, refused, withRoom, capacity({ capacity: "5Gi" }), larger]),
      /room anywhere for the 500Gi .*is 100Gi \(zone=a/,
    );
  });

  test("where capacities were not read, the words of the scheduler are left", () => {
    const { verdict } = diagnosisOf(
      [asking("500Gi"), delayed, refused, withRoom, capacity()],
      ["storage.k8s.io/v1/csistoragecapacities"],
    );
    assert.equal(verdict.reason, "PodUnschedulable");
  });
});
