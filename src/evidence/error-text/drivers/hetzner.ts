import type { KnownErrors } from "./known.ts";

/** Hetzner. */
export const hetzner: KnownErrors = {
  drivers: ["csi.hetzner.cloud"],
  source: "hetznercloud/csi-driver v2.22.1",
  errors: [
    {
      says: /max number of attachments per server reached/,
      subject: "the server",
      cause: "has as many volumes attached as Hetzner allows",
      mends: { who: "owner", how: "let the pod run on another node" },
      retry: "after",
      where: "internal/volumes ErrAttachLimitReached",
    },
    {
      says: /server is locked/,
      subject: "the server",
      cause: "is locked by another action",
      retry: "alone",
      where: "internal/volumes ErrLockedServer",
    },
    {
      says: /volume is (?:already )?attached/,
      subject: "the disk",
      cause: "is attached to another server",
      mends: { who: "backend", how: "detach it there, if nothing uses it" },
      retry: "after",
      where: "internal/volumes ErrAttached",
    },
    {
      says: /server not found/,
      subject: "the server of the node",
      cause: "does not exist; that says nothing about the disk",
      mends: { who: "backend", how: "check the server and the project of the token" },
      retry: "after",
      where: "internal/volumes ErrServerNotFound",
    },
    {
      says: /requested encrypted volume, but disk \S+ already is formatted/,
      subject: "the disk",
      cause: "already has a file system without encryption",
      mends: { who: "owner", how: "use a new claim for the encrypted volume, and copy the data" },
      retry: "never",
      where: "internal/volumes",
    },
  ],
};
