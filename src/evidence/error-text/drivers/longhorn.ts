import type { KnownErrors } from "./known.ts";

/** Longhorn. */
export const longhorn: KnownErrors = {
  drivers: ["driver.longhorn.io"],
  source: "longhorn/longhorn-manager v1.13.0-dev-20260712",
  errors: [
    {
      says: /is not ready for workloads/,
      subject: "the Longhorn volume",
      cause: "is not ready, because it has no healthy replica or is being restored",
      mends: { who: "cluster", how: "look at the volume and its replicas in Longhorn" },
      retry: "after",
      where: "csi/controller_server.go ControllerPublishVolume",
    },
    {
      says: /failed to attach to node/,
      subject: "Longhorn",
      cause: "does not attach the volume to that node",
      mends: {
        who: "cluster",
        how: "look at the events of the Longhorn volume, and at longhorn-manager on that node",
      },
      retry: "after",
      where: "csi/controller_server.go",
    },
    {
      says: /size \S+ differs from requested size/,
      subject: "another Longhorn volume of this name",
      cause: "exists with another size",
      mends: { who: "cluster", how: "delete that volume if it is not needed, or recreate the claim" },
      retry: "never",
      where: "csi/controller_server.go CreateVolume",
    },
    {
      says: /the requested size .* is different than the source volume size/,
      subject: "the claim",
      cause: "requests another size than its source has",
      mends: { who: "owner", how: "recreate the claim with the size of its source" },
      retry: "never",
      where: "csi/controller_server.go CreateVolume",
    },
    {
      says: /invalid state \S+ for controller volume expansion/,
      subject: "the Longhorn volume",
      cause: "is not in a state in which it can be expanded",
      mends: { who: "cluster", how: "attach or repair the volume in Longhorn" },
      retry: "after",
      where: "csi/controller_server.go ControllerExpandVolume",
    },
    {
      says: /Invalid volume state attached for expansion/,
      subject: "the Longhorn volume",
      cause: "is attached, and this version of Longhorn expands only a volume that is detached",
      mends: { who: "owner", how: "stop the pods that use the claim until the volume is expanded" },
      retry: "after",
      where: "csi/controller_server.go ControllerExpandVolume, v1.1 to v1.3; longhorn/longhorn#2749",
    },
    {
      says: /backup target \S+ (?:is not available|not found)/,
      subject: "the backup target of Longhorn",
      cause: "is not available; that says nothing about the volume",
      mends: { who: "cluster", how: "correct the backup target or its credentials in Longhorn" },
      retry: "after",
      where: "csi/controller_server.go CreateSnapshot",
    },
    {
      says: /failed to restore CSI snapshot/,
      subject: "the backup behind the snapshot",
      cause: "is not found, or is not available now",
      mends: { who: "cluster", how: "check the backup target and the backup in Longhorn" },
      retry: "after",
      where: "csi/controller_server.go CreateVolume",
    },
  ],
};
