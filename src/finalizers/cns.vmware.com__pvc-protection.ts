import { thirdParty } from "./shared/third-party.ts";

export default thirdParty({
  finalizer: "cns.vmware.com/pvc-protection",
  on: ["v1/persistentvolumeclaims"],
  owner: "vSphere CSI syncer on the Supervisor cluster",
  runsAs: "vsphere",
  addedWhen: "A virtual machine or a guest cluster uses the claim.",
  removedWhen: "once no virtual machine or guest cluster has the disk attached or uses it",
  ifForced: "the disk could still be attached to a virtual machine that writes to it",
  safety: "loses-data",
  check: "vCenter shows that the disk is not attached to any virtual machine.",
  since: "vsphere-csi-driver (read at bf809025)",
  sources: ["kubernetes-sigs/vsphere-csi-driver, at bf8090256"],
});
