import type { KnownErrors } from "./known.ts";

/** Dell PowerMax. */
export const powermax: KnownErrors = {
  drivers: ["csi-powermax.dellemc.com"],
  source: "dell/csi-powermax v2.15.0",
  errors: [
    {
      says: /Volume already part of multiple Masking views|volume already present in a different masking view|Volume in conflicting masking view/,
      subject: "the disk",
      cause: "is exported to other hosts on the array",
      mends: {
        who: "backend",
        how: "remove the masking view that does not belong to this node, if nothing uses the disk there",
      },
      retry: "after",
      where: "service/controller.go",
    },
    {
      says: /Requested capacity is smaller than the source/,
      subject: "the claim",
      cause: "requests less than its source has",
      mends: { who: "owner", how: "recreate the claim with the size of its source" },
      retry: "never",
      where: "service/controller.go CreateVolume",
    },
    {
      says: /missing Unisphere endpoint|unable to create PowerMax client/,
      subject: "Unisphere",
      cause: "is not configured, or cannot be reached",
      mends: { who: "cluster", how: "correct the endpoint and the certificate of the driver" },
      retry: "after",
      where: "service/service.go",
    },
  ],
};
