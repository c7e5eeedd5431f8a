import type { KnownErrors } from "./known.ts";

/** Synology. */
export const synology: KnownErrors = {
  drivers: ["csi.san.synology.com"],
  source: "SynologyOpenSource/synology-csi 9a9ebd07",
  errors: [
    {
      says: /Couldn't find any host available to create Volume/,
      subject: "no NAS that the driver knows",
      cause: "has created the volume: what each one answered is only in the log of the driver's controller",
      mends: {
        who: "cluster",
        how: "read that log (container csi-plugin), and check the login, its rights, and dsm and location in the StorageClass",
      },
      retry: "after",
      where: "pkg/dsm/service/dsm.go CreateVolume",
    },
  ],
};
