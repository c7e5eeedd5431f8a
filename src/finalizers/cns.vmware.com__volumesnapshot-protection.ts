import { thirdParty } from "./shared/third-party.ts";

export default thirdParty({
  finalizer: "cns.vmware.com/volumesnapshot-protection",
  on: ["snapshot.storage.k8s.io/v1/volumesnapshots"],
  owner: "vSphere CSI syncer on the Supervisor cluster",
  addedWhen: "A guest cluster uses the snapshot.",
  removedWhen: "once the guest cluster has let go of the snapshot",
  ifForced: "the snapshot in the backend is left behind",
  safety: "loses-data",
  check: "vCenter shows no such snapshot any more.",
  since: "vsphere-csi-driver (read at bf809025)",
  sources: ["kubernetes-sigs/vsphere-csi-driver, at bf8090256"],
});
