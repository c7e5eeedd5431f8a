import type { KnownErrors } from "./known.ts";

/** Dell PowerStore. */
export const powerstore: KnownErrors = {
  drivers: ["csi-powerstore.dellemc.com"],
  source: "dell/csi-powerstore v2.16.0",
  errors: [
    {
      says: /could not get (?:iscsi|nvme)\w*targets|can't get iscsi target address/i,
      subject: "the array",
      cause: "offers no target for the protocol that the driver uses on this node",
      mends: {
        who: "backend",
        how: "configure that protocol on the array, or correct blockProtocol in the Secret of the driver",
      },
      retry: "after",
      where: "pkg/controller/publisher.go Publish; dell/csm#252",
    },
    {
      says: /snapshots based on this volume still exist/,
      subject: "the disk",
      cause: "still has snapshots on the array",
      mends: { who: "backend", how: "delete the snapshots that are not needed" },
      retry: "after",
      where: "pkg/controller/controller.go DeleteVolume",
    },
    {
      says: /is still attached to host/,
      subject: "the disk",
      cause: "is still mapped to a host on the array",
      mends: { who: "backend", how: "remove that mapping, if nothing uses the disk" },
      retry: "after",
      where: "pkg/controller/controller.go DeleteVolume",
    },
    {
      says: /volume exceeds allowed limit/,
      subject: "the requested size",
      cause: "is larger than the array allows",
      mends: {
        who: "owner",
        how: "recreate the claim with a smaller size",
        withData: "lower the requested size",
      },
      retry: "never",
      where: "pkg/controller/controller.go",
    },
    {
      says: /failed to find array with given (?:ID|IP)|unable to get array with arrayID/,
      subject: "the array",
      cause: "is not in the configuration of the driver; that says nothing about the disk",
      mends: { who: "cluster", how: "add the array to the Secret of the driver" },
      retry: "after",
      where: "pkg/controller/controller.go",
    },
  ],
};
