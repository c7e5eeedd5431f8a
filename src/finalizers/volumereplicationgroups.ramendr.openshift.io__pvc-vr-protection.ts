import { thirdParty } from "./shared/third-party.ts";

export default thirdParty({
  finalizer: "volumereplicationgroups.ramendr.openshift.io/pvc-vr-protection",
  on: ["v1/persistentvolumeclaims"],
  owner: "Ramen (volume replication)",
  runsAs: "ramen",
  addedWhen: "A VolumeReplicationGroup protects the claim. Ramen also sets its volume to Retain.",
  removedWhen: "once the VolumeReplicationGroup is deleted or no longer protects the claim",
  ifForced: "the disaster recovery state would no longer match the claims",
  safety: "risky",
  check: "No VolumeReplicationGroup protects the claim.",
  since: "Ramen (read at a78c2e37)",
  sources: ["RamenDR/ramen, at a78c2e37"],
});
