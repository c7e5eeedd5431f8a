import type { KnownErrors } from "./known.ts";

/** OpenEBS Mayastor. */
export const mayastor: KnownErrors = {
  drivers: ["io.openebs.csi-mayastor"],
  source: "openebs/mayastor-control-plane (of 2024-10-23)",
  errors: [
    {
      says: /No (?:online|healthy) replicas are available|neither healthy nor degraded/,
      subject: "no replica of the volume",
      cause: "is online, so that it cannot be published; the data is on the pools of the replicas",
      mends: { who: "cluster", how: "bring back the nodes and DiskPools that have its replicas" },
      retry: "after",
      where: "control-plane/agents/src/common/errors.rs NoOnlineReplicas, NoHealthyReplicas",
    },
    {
      says: /Entry with key \S+ not found in the persistent store|SvcError ?:: ?VolumeNotFound/,
      subject: "the control plane of Mayastor",
      cause: "has no record of the volume in its etcd; that says nothing about the replicas on the pools",
      mends: {
        who: "backend",
        how: "check the etcd of Mayastor, and restore it before any volume is deleted",
      },
      retry: "after",
      where: "control-plane/agents/src/common/errors.rs StoreMissingEntry",
    },
    {
      says: /Failed to acquire write exclusive reservation on child/,
      subject: "a replica of the volume",
      cause: "is reserved by another target, most likely of the node that had the volume before",
      mends: {
        who: "cluster",
        how: "bring back the io-engine pod of that node, or check that it is off before the reservation is removed",
      },
      retry: "after",
      where: "openebs/mayastor io-engine/src/bdev/nexus/nexus_bdev_error.rs ChildWriteExclusiveResvFailed",
    },
    {
      says: /device attach timeout/,
      subject: "the node",
      cause: "has not seen the NVMe device of the volume in time",
      mends: {
        who: "node",
        how: "check the kernel module nvme_tcp, native NVMe multipath, and port 8420 to the nodes of the volume",
      },
      retry: "after",
      where: "control-plane/csi-driver/src/bin/node/dev.rs wait_for_device",
    },
    {
      says: /No available online nodes/,
      subject: "no Mayastor node",
      cause: "is online",
      mends: { who: "cluster", how: "check the io-engine pods" },
      retry: "after",
      where: "control-plane/agents/src/common/errors.rs NoNodes",
    },
    {
      says: /Node '\S+' is not online/,
      subject: "a Mayastor node",
      cause: "is not online; that says nothing about the data",
      mends: { who: "cluster", how: "check the io-engine pod of that node" },
      retry: "after",
      where: "control-plane/agents/src/common/errors.rs NodeNotOnline",
    },
    {
      says: /is still being created/,
      subject: "the volume",
      cause: "is still being created",
      retry: "alone",
      where: "control-plane/agents/src/common/errors.rs PendingCreation",
    },
    {
      says: /Resource id \S+ still in use/,
      subject: "the volume",
      cause: "is still in use in Mayastor",
      mends: { who: "backend", how: "unpublish it there, if nothing uses it" },
      retry: "after",
      where: "control-plane/agents/src/common/errors.rs InUse",
    },
  ],
};
