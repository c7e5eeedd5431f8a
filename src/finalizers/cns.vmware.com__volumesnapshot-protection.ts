import { thirdParty } from "./shared/third-party.ts";

export default thirdParty({
  finalizer: "cns.vmware.com/volumesnapshot-protection",
  on: ["snapshot.storage.k8s.io/v1/volumesnapshots"],
  owner: "vSphere CSI syncer on the Supervisor cluster",
  runsAs: "vsphere",
  addedWhen: "A guest cluster uses the snapshot.",
  removedWhen: "once the guest cluster has released the snapshot",
  ifForced: "the snapshot in the storage backend would be left behind",
  safety: "loses-data",
  check: "vCenter no longer shows this snapshot.",
  since: "vsphere-csi-driver (read at bf809025)",
  sources: ["kubernetes-sigs/vsphere-csi-driver, at bf8090256"],
});
