import { thirdParty } from "./shared/third-party.ts";

export default thirdParty({
  finalizer: "topolvm.cybozu.com/pvc",
  on: ["v1/persistentvolumeclaims"],
  owner: "TopoLVM controller (legacy name)",
  runsAs: "topolvm",
  addedWhen: "TopoLVM added it to claims before its move to topolvm.io.",
  removedWhen: "as soon as a TopoLVM that knows the legacy name runs",
  ifForced: "Kubernetes would have nothing left to wait for; the provisioner deletes the logical volume",
  safety: "safe",
  check: "The other finalizers of the claim have been removed.",
  since: "TopoLVM before 0.16",
  sources: ["topolvm/topolvm#278"],
});
