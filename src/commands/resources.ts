import type { Resource } from "../model/index.ts";

/** The kinds that can be asked about. */
export const askable: readonly Resource[] = [
  "v1/persistentvolumeclaims",
  "v1/persistentvolumes",
  "v1/pods",
  "storage.k8s.io/v1/volumeattachments",
  "snapshot.storage.k8s.io/v1/volumesnapshots",
  "snapshot.storage.k8s.io/v1/volumesnapshotcontents",
  "v1/namespaces",
  "storage.k8s.io/v1/volumeattributesclasses",
];
