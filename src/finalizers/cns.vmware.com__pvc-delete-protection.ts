import { thirdParty } from "./shared/third-party.ts";

export default thirdParty({
  finalizer: "cns.vmware.com/pvc-delete-protection",
  on: ["v1/persistentvolumeclaims"],
  owner: "vSphere CSI (unregister and backup)",
  addedWhen: "A backup or an unregister of the volume runs.",
  removedWhen: "once that flow has ended",
  ifForced: "the flow is cut off half-way",
  safety: "risky",
  check: "No backup or unregister of this volume runs in vCenter.",
  since: "vsphere-csi-driver (read at bf809025)",
  sources: ["kubernetes-sigs/vsphere-csi-driver, at bf8090256"],
});
