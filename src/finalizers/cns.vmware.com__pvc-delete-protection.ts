import { thirdParty } from "./shared/third-party.ts";

export default thirdParty({
  finalizer: "cns.vmware.com/pvc-delete-protection",
  on: ["v1/persistentvolumeclaims"],
  owner: "vSphere CSI (unregister and backup)",
  runsAs: "vsphere",
  addedWhen: "A backup or an unregister operation of the volume is running.",
  removedWhen: "once that operation has ended",
  ifForced: "the operation would be interrupted",
  safety: "risky",
  check: "No backup or unregister operation of this volume is running in vCenter.",
  since: "vsphere-csi-driver (read at bf809025)",
  sources: ["kubernetes-sigs/vsphere-csi-driver, at bf8090256"],
});
