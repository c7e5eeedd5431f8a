import { thirdParty } from "./shared/third-party.ts";

export default thirdParty({
  finalizer: "snapshot.storage.kubernetes.io/volumesnapshot-protection",
  on: ["snapshot.storage.k8s.io/v1/volumesnapshots"],
  owner: "external-snapshotter 1 (retired)",
  addedWhen: "External-snapshotter 1 added it to snapshots, before 2020.",
  removedWhen: "only manually: no current controller knows it",
  ifForced: "nothing would be lost that the storage backend does not still hold",
  safety: "risky",
  check: "The storage backend was checked for the snapshot.",
  since: "Kubernetes 1.12, removed in 1.17",
  sources: ["kubernetes-csi/external-snapshotter, v1.2"],
});
