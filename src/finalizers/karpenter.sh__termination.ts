import { thirdParty } from "./shared/third-party.ts";

export default thirdParty({
  finalizer: "karpenter.sh/termination",
  on: ["v1/nodes"],
  owner: "Karpenter",
  addedWhen: "Karpenter made the node.",
  removedWhen: "once the node is drained, its VolumeAttachments are gone and the machine is terminated",
  ifForced: "the machine can go on running, unseen and paid for, with volumes attached",
  safety: "loses-data",
  check: "The cloud provider shows the machine terminated.",
  since: "Karpenter",
  sources: ["kubernetes-sigs/karpenter"],
});
