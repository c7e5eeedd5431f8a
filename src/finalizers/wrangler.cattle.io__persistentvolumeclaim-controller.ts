import { thirdParty } from "./shared/third-party.ts";

export default thirdParty({
  finalizer: "wrangler.cattle.io/persistentvolumeclaim-controller",
  on: ["v1/persistentvolumeclaims"],
  owner: "Harvester",
  runsAs: "harvester",
  addedWhen: "Harvester watches the claim of a virtual machine's disk.",
  removedWhen: "once it has cleaned up the DataVolume",
  ifForced: "the DataVolume and what belongs to it would be left behind",
  safety: "risky",
  check: "No DataVolume with the claim's name exists.",
  since: "Harvester (read at 3d63c2af)",
  sources: ["harvester/harvester, at 3d63c2af1"],
});
