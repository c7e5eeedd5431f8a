import { type Resource, workloadKinds } from "../../model/index.ts";

/** Everything that a chain of causes can lead to, from whatever object it starts. */
export const chainNeeds: readonly Resource[] = [
  "v1/persistentvolumeclaims",
  "v1/persistentvolumes",
  "v1/pods",
  "v1/nodes",
  "v1/events",
  "storage.k8s.io/v1/volumeattachments",
  "storage.k8s.io/v1/storageclasses",
  "storage.k8s.io/v1/csidrivers",
  "storage.k8s.io/v1/csinodes",
  "storage.k8s.io/v1/csistoragecapacities",
  "snapshot.storage.k8s.io/v1/volumesnapshots",
  "snapshot.storage.k8s.io/v1/volumesnapshotcontents",
  "snapshot.storage.k8s.io/v1/volumesnapshotclasses",
  ...workloadKinds,
  "apiregistration.k8s.io/v1/apiservices",
  "coordination.k8s.io/v1/leases",
];
