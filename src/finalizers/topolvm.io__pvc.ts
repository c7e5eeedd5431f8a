import { thirdParty } from "./shared/third-party.ts";

export default thirdParty({
  finalizer: "topolvm.io/pvc",
  on: ["v1/persistentvolumeclaims"],
  owner: "TopoLVM controller",
  addedWhen: "Older TopoLVM put it on claims; today's only removes it.",
  removedWhen: "as soon as it runs and sees the deleted claim",
  ifForced: "nothing of Kubernetes is left to wait for; the logical volume is deleted by the provisioner",
  safety: "safe",
  check: "The other finalizers of the claim are gone.",
  since: "TopoLVM (read at 83e3dcee)",
  sources: ["topolvm/topolvm, at 83e3dcee"],
});
