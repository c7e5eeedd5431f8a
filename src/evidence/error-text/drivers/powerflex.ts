import type { KnownErrors } from "./known.ts";

/** Dell PowerFlex. */
export const powerflex: KnownErrors = {
  drivers: ["csi-vxflexos.dellemc.com"],
  source: "dell/csi-powerflex v2.16.1",
  errors: [
    {
      says: /Volume name already in use/,
      subject: "another volume of this name",
      cause: "exists on the array",
      mends: { who: "backend", how: "delete that volume if it is not needed, or recreate the claim" },
      retry: "never",
      where: "service/controller.go sioGatewayVolumeNameInUse",
    },
    {
      says: /already exists and size is different/,
      subject: "another volume of this name",
      cause: "exists with another size",
      mends: { who: "backend", how: "delete that volume if it is not needed, or recreate the claim" },
      retry: "never",
      where: "service/controller.go CreateVolume",
    },
    {
      says: /Device already in use and mounted elsewhere for privTgt/,
      subject: "the device of the disk",
      cause:
        "is mounted on this node outside of the directory that the driver uses: an older mount is left there",
      mends: {
        who: "node",
        how: "unmount what is left once no pod on that node uses the volume, or drain and reboot the node",
      },
      retry: "after",
      where: "service/mount.go publishVolume; dell/csm#1546",
    },
    {
      says: /systemID is not found in vol ID|systemID: \S+ not recgonized|No system ID is found/,
      subject: "the array",
      cause: "is not in the configuration of the driver; that says nothing about the disk",
      mends: { who: "cluster", how: "add the system to the Secret of the driver" },
      retry: "after",
      where: "service/controller.go",
    },
    {
      says: /node does not support NVMe/,
      subject: "the node",
      cause: "has no NVMe initiator",
      mends: { who: "node", how: "set up NVMe on the node, or use another protocol" },
      retry: "after",
      where: "service/node.go",
    },
  ],
};
