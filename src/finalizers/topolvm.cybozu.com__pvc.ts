import { thirdParty } from "./shared/third-party.ts";

export default thirdParty({
  finalizer: "topolvm.cybozu.com/pvc",
  on: ["v1/persistentvolumeclaims"],
  owner: "TopoLVM controller (legacy name)",
  addedWhen: "TopoLVM before its move to topolvm.io put it on claims.",
  removedWhen: "as soon as a TopoLVM that knows the legacy name runs",
  ifForced: "nothing of Kubernetes is left to wait for; the logical volume is deleted by the provisioner",
  safety: "safe",
  check: "The other finalizers of the claim are gone.",
  since: "TopoLVM before 0.16",
  sources: ["topolvm/topolvm#278"],
});
