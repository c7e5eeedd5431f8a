import { thirdParty } from "./shared/third-party.ts";

export default thirdParty({
  finalizer: "snapshot.storage.kubernetes.io/pvc-protection",
  on: ["v1/persistentvolumeclaims"],
  owner: "external-snapshotter 1 (retired)",
  addedWhen: "External-snapshotter 1 added it to claims of which a snapshot was taken, before 2020.",
  removedWhen: "only manually: no current controller knows it",
  ifForced: "nothing would be lost that the storage backend does not still hold",
  safety: "risky",
  check: "No snapshot of the claim is in progress.",
  since: "Kubernetes 1.12, removed in 1.17",
  sources: ["kubernetes-csi/external-snapshotter, v1.2"],
});
