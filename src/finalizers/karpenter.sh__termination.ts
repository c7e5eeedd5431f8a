import { thirdParty } from "./shared/third-party.ts";

export default thirdParty({
  finalizer: "karpenter.sh/termination",
  on: ["v1/nodes"],
  owner: "Karpenter",
  runsAs: "karpenter",
  addedWhen: "Karpenter created the node.",
  removedWhen: "once the node is drained, its VolumeAttachments are deleted and the machine is terminated",
  ifForced: "the machine could keep running, unnoticed and paid for, with volumes attached",
  safety: "loses-data",
  check: "The cloud provider shows that the machine is terminated.",
  since: "Karpenter",
  sources: ["kubernetes-sigs/karpenter"],
});
