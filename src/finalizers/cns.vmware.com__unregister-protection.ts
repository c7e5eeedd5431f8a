import { thirdParty } from "./shared/third-party.ts";

export default thirdParty({
  finalizer: "cns.vmware.com/unregister-protection",
  on: ["v1/persistentvolumeclaims"],
  owner: "vSphere CSI (unregister)",
  runsAs: "vsphere",
  addedWhen: "An unregister operation of the volume is running.",
  removedWhen: "once the CnsUnregisterVolume has ended",
  ifForced: "the operation would be interrupted",
  safety: "risky",
  check: "No CnsUnregisterVolume names this volume.",
  since: "vsphere-csi-driver (read at bf809025)",
  sources: ["kubernetes-sigs/vsphere-csi-driver, at bf8090256"],
});
