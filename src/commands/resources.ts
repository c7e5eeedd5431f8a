import type { Cluster } from "../cluster/index.ts";
import type { KubeObject, Resource } from "../kubernetes/index.ts";
import { diskKinds, workloadKinds } from "../kubernetes/index.ts";
import type { Failure } from "./failure.ts";

/** The kinds that fix may be asked about. */
export const fixable: readonly Resource[] = [...diskKinds, "v1/pods", "v1/namespaces"];

/** The kinds that can be asked about. */
export const askable: readonly Resource[] = [
  ...diskKinds,
  "v1/pods",
  "v1/namespaces",
  "storage.k8s.io/v1/volumeattributesclasses",
];

/**
 * What `why` explains: also a workload, a node or a class, by what is wrong with its claims, pods and volumes; and what
 * volumes and snapshots depend on, by what its deletion would do.
 */
export const explainable: readonly Resource[] = [
  ...askable,
  ...workloadKinds,
  "batch/v1/cronjobs",
  "storage.k8s.io/v1/storageclasses",
  "snapshot.storage.k8s.io/v1/volumesnapshotclasses",
  "storage.k8s.io/v1/csidrivers",
  "v1/nodes",
];

/** What is looked at where a person names nothing: all kinds that represent a disk, its use, or a copy of it. */
export const unnamed: readonly Resource[] = diskKinds;

/** Of objects of these kinds, those in a namespace and those behind its claims and snapshots; `undefined`: all of them. */
export function inNamespace(
  objects: readonly KubeObject[],
  namespace: string | undefined,
): readonly KubeObject[] {
  if (namespace === undefined) return objects;
  const volumes = new Set(
    objects
      .filter((object) => object.kind === "PersistentVolume" && namespaceBehind(object) === namespace)
      .map(({ metadata }) => metadata.name),
  );
  return objects.filter((object) =>
    object.kind === "VolumeAttachment"
      ? volumes.has(object.spec?.source?.persistentVolumeName ?? "")
      : (object.metadata.namespace ?? namespaceBehind(object)) === namespace,
  );
}

/**
 * Does an object have to do with a namespace? It lies in it, or it stands behind a claim or a snapshot of it. Where that
 * cannot be told, it counts.
 */
export function concernsNamespace(object: KubeObject, namespace: string, cluster: Cluster): boolean {
  // A list of disks that could not be read may have disks of any namespace.
  if (object.kind === "DiskInventory") return object.spec?.refused !== undefined;
  if (object.kind !== "VolumeAttachment")
    return (object.metadata.namespace ?? namespaceBehind(object)) === namespace;
  const name = object.spec?.source?.persistentVolumeName ?? "";
  const volume = cluster.get("v1/persistentvolumes", name);
  return (
    volume.state === "unread" || (volume.state === "found" && namespaceBehind(volume.object) === namespace)
  );
}

function namespaceBehind(object: KubeObject): string | undefined {
  switch (object.kind) {
    case "Namespace":
      return object.metadata.name;
    case "PersistentVolume":
      return object.spec?.claimRef?.namespace;
    case "VolumeSnapshotContent":
      return object.spec?.volumeSnapshotRef?.namespace;
    case "Disk":
      return object.spec?.claim?.namespace;
    default:
      return undefined;
  }
}

/** Without the failures for kinds that the server does not have: no object of them was asked for. */
export function withoutAbsentKinds(failures: readonly Failure[]): readonly Failure[] {
  return failures.filter(({ kind }) => kind !== "not-found");
}
