import { thirdParty } from "./shared/third-party.ts";

export default thirdParty({
  finalizer: "cdi.kubevirt.io/objectTransfer",
  on: [],
  owner: "KubeVirt CDI",
  runsAs: "cdi-",
  addedWhen: "CDI moves an object to another namespace. The finalizer is on the ObjectTransfer.",
  removedWhen: "once the transfer is done",
  ifForced: "neither namespace might then have the object as it should be",
  safety: "risky",
  check: "The object is where it should be.",
  since: "CDI (read at c07cdb6f)",
  sources: ["kubevirt/containerized-data-importer pkg/controller/transfer, at c07cdb6fb"],
});
