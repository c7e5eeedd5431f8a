import { thirdParty } from "./shared/third-party.ts";

export default thirdParty({
  finalizer: "cdi.kubevirt.io/dataVolumeFinalizer",
  on: [],
  owner: "KubeVirt CDI",
  runsAs: "cdi-",
  addedWhen: "A DataVolume clones across namespaces. The finalizer is on the DataVolume.",
  removedWhen: "once the clone across namespaces is cleaned up",
  ifForced: "objects of the clone would be left behind in the source namespace",
  safety: "risky",
  check: "No object of this clone is left in the source namespace.",
  since: "CDI (read at c07cdb6f)",
  sources: [
    "kubevirt/containerized-data-importer pkg/controller/datavolume/clone-controller-base.go, at c07cdb6fb",
  ],
});
