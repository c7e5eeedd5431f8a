import type { KnownErrors } from "./known.ts";

/** Filestore. */
export const filestore: KnownErrors = {
  drivers: ["filestore.csi.storage.gke.io"],
  source: "kubernetes-sigs/gcp-filestore-csi-driver v1.13.0",
  errors: [
    {
      says: /Volume \S+ is in state: /,
      subject: "the Filestore instance",
      cause: "is still being created or changed",
      retry: "alone",
      where: "pkg/csi_driver/controller.go CreateVolume",
    },
    {
      says: /Update operation ongoing for volume/,
      subject: "the Filestore instance",
      cause: "is still being changed",
      retry: "alone",
      where: "pkg/csi_driver/controller.go ControllerExpandVolume",
    },
    {
      says: /Volume expansion not supported beyond small/,
      subject: "the tier of the Filestore instance",
      cause: "does not allow the requested size",
      mends: { who: "owner", how: "request a smaller size, or copy the data to a new claim" },
      retry: "never",
      where: "pkg/csi_driver/controller.go ControllerExpandVolume",
    },
    {
      says: /Filestore does not support NFSv4\.1 protocol with Basic tiers/,
      subject: "the tier of the StorageClass",
      cause: "does not support NFSv4.1",
      mends: { who: "cluster", how: "create another StorageClass" },
      retry: "never",
      where: "pkg/csi_driver/controller.go",
    },
    {
      says: /code = ResourceExhausted/,
      subject: "the quota of the Google Cloud project for Filestore",
      cause: "is used up, or its API is asked too often",
      mends: { who: "backend", how: "raise the quota, or delete instances that are not needed" },
      retry: "after",
      where: "pkg/cloud_provider/file/file.go",
    },
  ],
};
