import { thirdParty } from "./shared/third-party.ts";

export default thirdParty({
  finalizer: "cdi.kubevirt.io/clonePopulator",
  on: ["v1/persistentvolumeclaims"],
  owner: "KubeVirt CDI clone populator",
  runsAs: "cdi-",
  addedWhen: "CDI fills this claim from another claim. The finalizer is on the target claim.",
  removedWhen: "once the clone has succeeded, or its cleanup on deletion is done",
  ifForced: "temporary claims and snapshots of the clone would be left behind",
  safety: "risky",
  check: "No temporary claim or snapshot of this clone exists.",
  since: "CDI (read at c07cdb6f)",
  sources: [
    "kubevirt/containerized-data-importer pkg/controller/populators/clone-populator.go, at c07cdb6fb",
  ],
});
