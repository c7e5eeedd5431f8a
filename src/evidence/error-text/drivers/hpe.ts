import type { KnownErrors } from "./known.ts";

/** HPE, with the provider of each array behind it. */
export const hpe: KnownErrors = {
  drivers: ["csi.hpe.com"],
  source: "hpe-storage/csi-driver v3.2.0",
  errors: [
    {
      says: /failed to find any ready target port/,
      subject: "the array",
      cause: "has no ready port for the protocol of the StorageClass",
      mends: { who: "backend", how: "check the ports of the array, and accessProtocol in the StorageClass" },
      retry: "after",
      where: "pkg/driver/controller_server.go controllerPublishVolume; hpe-storage/csi-driver#380",
    },
    {
      says: /invalid session key/,
      subject: "the array",
      cause: "no longer accepts the session of the driver",
      mends: {
        who: "cluster",
        how: "check the credentials in the Secret of the backend, and restart the provider of the array",
      },
      retry: "after",
      where: "pkg/driver/controller_server.go deleteVolume; hpe-storage/csi-driver#208",
    },
    {
      says: /device not found with serial/,
      subject: "the node",
      cause: "does not see the disk over its paths",
      mends: { who: "node", how: "check the iSCSI or FC sessions and multipathd of that node" },
      retry: "after",
      where: "hpe-storage/common-host-libs linux/device.go; hpe-storage/csi-driver#208",
    },
  ],
};
