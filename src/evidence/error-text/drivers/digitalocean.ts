import type { KnownErrors } from "./known.ts";

/** DigitalOcean. */
export const digitalocean: KnownErrors = {
  drivers: ["dobs.csi.digitalocean.com"],
  source: "digitalocean/csi-digitalocean v4.14.0",
  errors: [
    {
      says: /volume limit has been reached/,
      subject: "the DigitalOcean account",
      cause: "has reached its limit of volumes",
      mends: {
        who: "backend",
        how: "ask DigitalOcean to raise the limit, or delete volumes that are not needed",
      },
      retry: "after",
      where: "driver/controller.go CreateVolume",
    },
    {
      says: /has pending action for volume/,
      subject: "the droplet",
      cause: "still has an unfinished action on the volume",
      retry: "alone",
      where: "driver/controller.go ControllerPublishVolume",
    },
    {
      says: /read only Volumes are not supported/,
      subject: "the driver",
      cause: "has no read-only volumes",
      mends: { who: "owner", how: "recreate the pod without readOnly for the volume" },
      retry: "never",
      where: "driver/controller.go ControllerPublishVolume",
    },
    {
      says: /volume capabilities cannot be satisified/,
      subject: "the claim",
      cause: "requests an access mode that the driver does not have",
      mends: { who: "owner", how: "recreate the claim with the access mode ReadWriteOnce" },
      retry: "never",
      where: "driver/controller.go CreateVolume",
    },
    {
      says: /invalid option requested size/,
      subject: "the requested size",
      cause: "is outside of what DigitalOcean allows",
      mends: {
        who: "owner",
        how: "recreate the claim with another size",
        withData: "request another size",
      },
      retry: "never",
      where: "driver/controller.go CreateVolume",
    },
  ],
};
