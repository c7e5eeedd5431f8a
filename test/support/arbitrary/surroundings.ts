import fc from "fast-check";
import type { APIService, Event } from "../../../src/kubernetes/index.ts";
import { namespaceObject, storageClass } from "../objects.ts";
import { deleted, driver, facts, maybe, namespace } from "./facts.ts";

const refusal =
  'Failed to delete all resource types, 1 remaining: admission webhook "keep.example.com" denied the request: no';

export const namespaces = fc
  .record({
    name: namespace,
    deletionTimestamp: deleted,
    conditions: maybe(
      fc
        .constantFrom(
          ["NamespaceDeletionDiscoveryFailure", "metrics.k8s.io/v1beta1"],
          ["NamespaceContentRemaining", "metrics.k8s.io/v1beta1"],
          ["NamespaceDeletionContentFailure", refusal],
        )
        .map(([type, message]) => [{ type, status: "True", message }]),
    ),
  })
  .map((record) => namespaceObject(facts(record)));

export const apiServices = fc.constantFrom("True", "False").map((status): APIService => {
  return {
    apiVersion: "apiregistration.k8s.io/v1",
    kind: "APIService",
    metadata: { name: "v1beta1.metrics.k8s.io", uid: "metrics-uid" },
    status: { conditions: [{ type: "Available", status }] },
  };
});

export const classes = fc
  .record({
    name: fc.constantFrom("fast", "slow"),
    provisioner: fc.constantFrom(driver, "nobody.example.com"),
    volumeBindingMode: fc.constantFrom("Immediate", "WaitForFirstConsumer"),
  })
  .map((record) => storageClass(record));

export const events = fc
  .record({
    kind: fc.constantFrom(
      "PersistentVolume",
      "PersistentVolumeClaim",
      "Pod",
      "VolumeSnapshot",
      "VolumeSnapshotContent",
    ),
    about: fc.constantFrom("a", "b", "pv-a", "pv-b"),
    reason: fc.constantFrom(
      "VolumeFailedDelete",
      "ProvisioningFailed",
      "FailedAttachVolume",
      "FailedKillPod",
      "SnapshotDeleteError",
      "SnapshotContentCreationFailed",
      "PopulatorDataSourceNotFound",
    ),
    message: fc.constantFrom(
      "rpc error: code = NotFound",
      "rpc error: code = NotFound desc = the volume does not exist",
      "rpc error: code = NotFound desc = backend pool ssd-1 not found",
      "persistentvolume pv-a is still attached to node n1",
      "Multi-Attach error for volume pv-a",
      "forbidden",
      "Failed to clear content status",
    ),
    serial: fc.nat(99),
  })
  .map(({ kind, about, reason, message, serial }): Event => {
    const isVolume = kind === "PersistentVolume" || kind === "VolumeSnapshotContent";
    return {
      apiVersion: "v1",
      kind: "Event",
      metadata: { name: `e${serial}`, namespace: isVolume ? "default" : "shop", uid: `e${serial}-uid` },
      involvedObject: { kind, name: about, uid: `${about}-uid`, ...(isVolume ? {} : { namespace: "shop" }) },
      type: "Warning",
      reason,
      message,
      lastTimestamp: "2026-11-20T11:00:00Z",
    };
  });
