import { thirdParty } from "./shared/third-party.ts";

export default thirdParty({
  finalizer: "argocd.argoproj.io/hook-finalizer",
  on: ["v1/persistentvolumeclaims", "v1/persistentvolumes", "snapshot.storage.k8s.io/v1/volumesnapshots"],
  owner: "Argo CD",
  runsAs: "argocd",
  addedWhen: "Argo CD uses the object as a hook.",
  removedWhen: "once the hook has completed",
  ifForced: "only the record that the hook ran would be lost",
  safety: "safe",
  check: "No sync of the application is running.",
  since: "Argo CD (gitops-engine read at 5baed56)",
  sources: ["argoproj/gitops-engine, at 5baed56"],
});
