import type { KnownErrors } from "./known.ts";

/** TopoLVM. */
export const topolvm: KnownErrors = {
  drivers: ["topolvm.io", "topolvm.cybozu.com"],
  source: "topolvm/topolvm chart v17.1.0",
  errors: [
    {
      says: /not enough space|can not find enough volume space/,
      subject: "the volume group",
      cause: "has too little free space",
      mends: {
        who: "node",
        how: "enlarge the volume group, or let the pod run on another node",
        withData: "enlarge the volume group on the node of the volume",
      },
      retry: "after",
      where: "internal/driver/controller.go CreateVolume",
    },
    {
      says: /can not find any node/,
      subject: "no node",
      cause: "reports capacity for this device class",
      mends: { who: "cluster", how: "check the device class of the StorageClass, and lvmd on the nodes" },
      retry: "after",
      where: "internal/driver/controller.go CreateVolume",
    },
    {
      says: /device class mismatch/,
      subject: "the claim",
      cause: "names another device class than its source has",
      mends: { who: "owner", how: "recreate the claim with the class of its source" },
      retry: "never",
      where: "internal/driver/controller.go CreateVolume",
    },
    {
      says: /cannot take snapshot of non-thin volume/,
      subject: "the disk",
      cause: "is not a thin volume, and only those have snapshots",
      mends: { who: "cluster", how: "use a device class of type thin" },
      retry: "never",
      where: "internal/lvmd/command",
    },
    {
      says: /thin pool is out of data space/,
      subject: "the thin pool",
      cause: "is full, and nothing can be written to it",
      mends: { who: "node", how: "enlarge the thin pool" },
      retry: "after",
      where: "internal/lvmd/command ErrThinPoolOutOfDataSpace",
    },
    {
      says: /requested capacity exceeds limit capacity/,
      subject: "the claim",
      cause: "requests more than its limit",
      mends: {
        who: "owner",
        how: "recreate the claim with a request within its limit",
        withData: "lower the requested size to that limit",
      },
      retry: "never",
      where: "internal/driver/controller.go",
    },
  ],
};
