import type { KnownErrors } from "./known.ts";

/** Linode. */
export const linode: KnownErrors = {
  drivers: ["linodebs.csi.linode.com"],
  source: "linode/linode-blockstorage-csi-driver chart v1.1.4",
  errors: [
    {
      says: /max number of volumes (?:\(\d+\) )?already attached to instance/,
      subject: "the instance",
      cause: "has as many volumes attached as Linode allows",
      mends: { who: "owner", how: "let the pod run on another node" },
      retry: "after",
      where: "internal/driver/errors.go errMaxAttachments",
    },
    {
      says: /volume is in use/,
      subject: "the disk",
      cause: "is attached to another instance",
      mends: { who: "backend", how: "detach it there, if nothing uses it" },
      retry: "after",
      where: "internal/driver/errors.go errVolumeInUse",
    },
    {
      says: /volume cannot be resized to be smaller/,
      subject: "the claim",
      cause: "requests less than the disk has",
      mends: { who: "owner", how: "request at least the size of the disk" },
      retry: "never",
      where: "internal/driver/errors.go errResizeDown",
    },
  ],
};
