import { thirdParty } from "./shared/third-party.ts";

export default thirdParty({
  finalizer: "snapshot.storage.kubernetes.io/volumesnapshot-protection",
  on: ["snapshot.storage.k8s.io/v1/volumesnapshots"],
  owner: "nobody today (external-snapshotter 1)",
  addedWhen: "External-snapshotter 1 put it on snapshots, before 2020.",
  removedWhen: "never: no controller that runs today knows it",
  ifForced: "nothing is lost that the backend does not still hold",
  safety: "risky",
  check: "The backend was checked for the snapshot.",
  since: "Kubernetes 1.12, gone since 1.17",
  sources: ["kubernetes-csi/external-snapshotter, v1.2"],
});
