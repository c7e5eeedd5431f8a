import { thirdParty } from "./shared/third-party.ts";

export default thirdParty({
  finalizer: "snapshot.storage.kubernetes.io/pvc-protection",
  on: ["v1/persistentvolumeclaims"],
  owner: "nobody today (external-snapshotter 1)",
  addedWhen: "External-snapshotter 1 put it on claims that a snapshot was taken of, before 2020.",
  removedWhen: "never: no controller that runs today knows it",
  ifForced: "nothing is lost that the backend does not still hold",
  safety: "risky",
  check: "No snapshot of the claim is in the making.",
  since: "Kubernetes 1.12, gone since 1.17",
  sources: ["kubernetes-csi/external-snapshotter, v1.2"],
});
