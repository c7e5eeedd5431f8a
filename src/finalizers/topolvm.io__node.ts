import { thirdParty } from "./shared/third-party.ts";

export default thirdParty({
  finalizer: "topolvm.io/node",
  on: ["v1/nodes"],
  owner: "TopoLVM controller",
  runsAs: "topolvm",
  addedWhen: "TopoLVM runs on the node.",
  removedWhen: "once it has deleted the claims of the node's logical volumes",
  ifForced: "claims of volumes on that node would be left behind",
  safety: "risky",
  check: "No claim is bound to a volume of this node.",
  since: "TopoLVM (read at 83e3dcee)",
  sources: ["topolvm/topolvm, at 83e3dcee"],
});
