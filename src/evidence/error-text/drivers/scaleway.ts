import type { KnownErrors } from "./known.ts";

/** Scaleway. */
export const scaleway: KnownErrors = {
  drivers: ["csi.scaleway.com"],
  source: "scaleway/scaleway-csi v0.3.6",
  errors: [
    {
      says: /max number of volumes reached for instance|server has reached max volume capacity/,
      subject: "the instance",
      cause: "has as many volumes attached as Scaleway allows",
      mends: { who: "owner", how: "let the pod run on another node" },
      retry: "after",
      where: "pkg/driver/controller.go ControllerPublishVolume",
    },
    {
      says: /desired volume content source and desired topology are not compatible/,
      subject: "the source of the claim",
      cause: "is in a different zone from the pod",
      mends: { who: "owner", how: "let the pod run in the zone of the source" },
      retry: "after",
      where: "pkg/driver/controller.go CreateVolume",
    },
    {
      says: /volume already exists with a different size/,
      subject: "another volume of this name",
      cause: "exists with another size",
      mends: { who: "backend", how: "delete that volume if it is not needed, or recreate the claim" },
      retry: "never",
      where: "pkg/scaleway ErrVolumeDifferentSize",
    },
    {
      says: /volume is not available/,
      subject: "the disk",
      cause: "is not in a state in which it can be attached",
      retry: "alone",
      where: "pkg/scaleway",
    },
  ],
};
