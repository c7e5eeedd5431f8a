import { thirdParty } from "./shared/third-party.ts";

export default thirdParty({
  finalizer: "topolvm.io/pvc",
  on: ["v1/persistentvolumeclaims"],
  owner: "TopoLVM controller",
  runsAs: "topolvm",
  addedWhen: "Older TopoLVM versions added it to claims; current versions only remove it.",
  removedWhen: "as soon as the controller runs and sees that the claim is being deleted",
  ifForced: "Kubernetes would have nothing left to wait for; the provisioner deletes the logical volume",
  safety: "safe",
  check: "The other finalizers of the claim have been removed.",
  since: "TopoLVM (read at 83e3dcee)",
  sources: ["topolvm/topolvm, at 83e3dcee"],
});
