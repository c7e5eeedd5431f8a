import { thirdParty } from "./shared/third-party.ts";

export default thirdParty({
  finalizer: "cdi.kubevirt.io/cloneSource",
  on: ["v1/persistentvolumeclaims"],
  owner: "KubeVirt CDI clone controller",
  runsAs: "cdi-",
  addedWhen: "CDI clones into this claim through a pod. The finalizer is on the target claim.",
  removedWhen: "once the clone is finished or cleaned up",
  ifForced: "the source pod of the clone would be left behind",
  safety: "risky",
  check: "No cdi-clone source pod of this claim exists.",
  since: "CDI (read at c07cdb6f)",
  sources: ["kubevirt/containerized-data-importer pkg/controller/clone-controller.go, at c07cdb6fb"],
});
