import type { KnownErrors } from "./known.ts";

/** GCE PD. */
export const gcePd: KnownErrors = {
  drivers: ["pd.csi.storage.gke.io", "kubernetes.io/gce-pd"],
  source: "kubernetes-sigs/gcp-compute-persistent-disk-csi-driver v1.26.0",
  errors: [
    {
      says: /ZONE_RESOURCE_POOL_EXHAUSTED/,
      subject: "the zone",
      cause: "has no room for a disk of this type at the moment",
      retry: "alone",
      where: "pkg/gce-cloud-provider/compute/gce-compute.go",
    },
    {
      says: /QUOTA_EXCEEDED/,
      subject: "the quota of the Google Cloud project",
      cause: "is used up",
      mends: { who: "backend", how: "raise the quota, or delete disks that are not needed" },
      retry: "after",
      where: "pkg/gce-cloud-provider/compute/gce-compute.go",
    },
    {
      says: /RESOURCE_OPERATION_RATE_EXCEEDED/,
      subject: "the Google Cloud API",
      cause: "limits how often this disk may be changed",
      retry: "alone",
      where: "pkg/gce-cloud-provider/compute/gce-compute.go",
    },
    {
      says: /rateLimitExceeded/,
      subject: "the Google Cloud API",
      cause: "has had too many requests, and refuses this one: that is no missing permission",
      mends: { who: "backend", how: "raise the rate quota of the Compute API if that remains" },
      retry: "alone",
      where: "the Compute API; kubernetes-sigs/gcp-compute-persistent-disk-csi-driver#1129",
    },
    {
      says: /not permitted on node \S+ due to backoff condition/,
      subject: "the driver",
      cause:
        "has failed before for this node and volume, and waits before it asks Google Cloud again: the error before this one is the cause",
      mends: { who: "cluster", how: "read that error in the driver's log" },
      retry: "alone",
      where: "pkg/gce-pd-csi-driver/controller.go ControllerPublishVolume",
    },
    {
      says: /The disk resource .* is already being used/,
      subject: "the disk",
      cause: "is attached to another machine",
      mends: { who: "backend", how: "find out what uses the disk there, and detach it there" },
      retry: "after",
      where: "pkg/common/utils.go",
    },
    {
      says: /is not ready,? resourceNotReady|disk \S+ is not ready/,
      subject: "the disk",
      cause: "is still being created or restored in Google Cloud",
      retry: "alone",
      where: "pkg/gce-pd-csi-driver/controller.go, the Compute API",
    },
    {
      says: /udevadm --trigger requested to fix disk \S+ but no such disk was found|error verifying GCE PD \(\S+\) is attached/,
      subject: "the node",
      cause:
        "does not show the device of the disk, although the disk is attached; that says nothing about the data",
      mends: {
        who: "node",
        how: "let the pod run on another node, and restart this one if all its disks are concerned",
      },
      retry: "alone",
      where: "pkg/deviceutils/device-utils.go findDevice; pkg/gce-pd-csi-driver/utils_linux.go getDevicePath",
    },
    {
      says: /Violates GCP org policy/,
      subject: "a policy of the Google Cloud organization",
      cause: "forbids this disk",
      mends: { who: "backend", how: "change the policy, or the StorageClass" },
      retry: "after",
      where: "pkg/gce-pd-csi-driver/controller.go",
    },
    {
      says: /is not a compatible disk type with the machine type/,
      subject: "the disk type",
      cause: "cannot be used with the machine type of the node",
      mends: {
        who: "owner",
        how: "let the pod run on another machine type, or recreate the claim with another class",
      },
      retry: "after",
      where: "pkg/gce-pd-csi-driver/controller.go",
    },
    {
      says: /already exists with same name and is incompatible/,
      subject: "another disk of this name",
      cause: "exists and does not match",
      mends: { who: "backend", how: "delete that disk if it is not needed, or recreate the claim" },
      retry: "never",
      where: "pkg/gce-pd-csi-driver/controller.go CreateVolume",
    },
    {
      says: /Cannot create a zonal disk clone from a regional disk/,
      subject: "a regional disk",
      cause: "cannot be cloned to a zonal one",
      mends: { who: "owner", how: "recreate the claim with a class for regional disks" },
      retry: "never",
      where: "pkg/gce-pd-csi-driver/controller.go CreateVolume",
    },
    {
      says: /Cannot specify (?:IOPS|throughput) for disk type/,
      subject: "the disk type of the StorageClass",
      cause: "does not allow its parameters",
      mends: { who: "cluster", how: "create another StorageClass" },
      retry: "never",
      where: "pkg/gce-pd-csi-driver/controller.go",
    },
  ],
};
