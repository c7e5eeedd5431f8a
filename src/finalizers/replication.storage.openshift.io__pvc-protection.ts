import { thirdParty } from "./shared/third-party.ts";

export default thirdParty({
  finalizer: "replication.storage.openshift.io/pvc-protection",
  on: ["v1/persistentvolumeclaims"],
  owner: "csi-addons volume replication controller",
  addedWhen: "A VolumeReplication names the claim.",
  removedWhen: "once the VolumeReplication object is deleted and replication is off in the backend",
  ifForced: "mirroring stays on in the backend, and the copy on the other side goes on existing",
  safety: "risky",
  check: "The VolumeReplication that the annotation names is gone, and the backend shows no mirroring.",
  since: "kubernetes-csi-addons (read at d4d7fea4)",
  annotation: "replication.storage.openshift.io/volume-replication-name",
  sources: ["csi-addons/kubernetes-csi-addons, at d4d7fea4"],
});
