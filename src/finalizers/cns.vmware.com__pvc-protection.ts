import { thirdParty } from "./shared/third-party.ts";

export default thirdParty({
  finalizer: "cns.vmware.com/pvc-protection",
  on: ["v1/persistentvolumeclaims"],
  owner: "vSphere CSI syncer on the Supervisor cluster",
  addedWhen: "A virtual machine or a guest cluster uses the claim.",
  removedWhen: "once no virtual machine or guest cluster attaches or uses the disk",
  ifForced: "the disk can still be attached to a virtual machine that writes to it",
  safety: "loses-data",
  check: "vCenter shows the disk attached to no virtual machine.",
  since: "vsphere-csi-driver (read at bf809025)",
  sources: ["kubernetes-sigs/vsphere-csi-driver, at bf8090256"],
});
