import { thirdParty } from "./shared/third-party.ts";

export default thirdParty({
  finalizer: "replication.storage.openshift.io/pvc-protection",
  on: ["v1/persistentvolumeclaims"],
  owner: "csi-addons volume replication controller",
  runsAs: "csi-addons",
  addedWhen: "A VolumeReplication names the claim.",
  removedWhen: "once the VolumeReplication object is deleted and replication is off in the storage backend",
  ifForced:
    "mirroring would stay on in the storage backend, and the copy on the other side would continue to exist",
  safety: "risky",
  check:
    "The VolumeReplication that the annotation names no longer exists, and the storage backend shows no mirroring.",
  since: "kubernetes-csi-addons (read at d4d7fea4)",
  annotation: "replication.storage.openshift.io/volume-replication-name",
  sources: ["csi-addons/kubernetes-csi-addons, at d4d7fea4"],
});
