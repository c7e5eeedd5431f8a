import type { Cluster } from "../../cluster/index.ts";
import { claimOf } from "../../controllers/index.ts";
import type { KubeObject, PersistentVolume, VolumeSnapshotContent } from "../../kubernetes/index.ts";
import { nameKey, refOf } from "../../kubernetes/index.ts";
import type { DiskRecord } from "./disks.ts";
import { disksOf } from "./disks.ts";

/**
 * All that record the same disk: a claim and its volume, a snapshot and its content. Whichever of them is asked about, what
 * holds any of them ends in the same order, so that the disk has one future. Any other object stands for itself.
 */
export function recordsOf(object: KubeObject, cluster: Cluster): readonly KubeObject[] {
  switch (object.kind) {
    case "PersistentVolume":
    case "VolumeSnapshotContent":
      return withOwner(object as DiskRecord, cluster);
    case "PersistentVolumeClaim":
    case "VolumeSnapshot": {
      const record = recordBehind(object, cluster);
      const others = record === undefined ? [] : withOwner(record, cluster);
      return others.some((other) => isSame(other, object)) ? others : [object, ...others];
    }
    default:
      return [object];
  }
}

/** The volume or the content that records the disk behind an object. */
function recordBehind(object: KubeObject, cluster: Cluster): DiskRecord | undefined {
  const [disk] = disksOf(object, cluster);
  return disk === undefined || "fate" in disk ? undefined : disk.record;
}

/** The claim that a volume is bound to, or the snapshot of a content, comes first: it is deleted first. */
function withOwner(record: DiskRecord, cluster: Cluster): readonly KubeObject[] {
  const owner =
    record.kind === "PersistentVolume"
      ? claimBoundTo(record as PersistentVolume, cluster)
      : snapshotOf(record as VolumeSnapshotContent, cluster);
  return owner === undefined ? [record] : [owner, record];
}

function claimBoundTo(volume: PersistentVolume, cluster: Cluster): KubeObject | undefined {
  const ref = claimOf(volume);
  if (ref?.uid === undefined) return undefined;
  const found = cluster.get("v1/persistentvolumeclaims", ref.name, ref.namespace);
  return found.state === "found" && found.object.metadata.uid === ref.uid ? found.object : undefined;
}

function snapshotOf({ spec }: VolumeSnapshotContent, cluster: Cluster): KubeObject | undefined {
  const { name, namespace, uid } = spec?.volumeSnapshotRef ?? {};
  if (name === undefined) return undefined;
  const found = cluster.get("snapshot.storage.k8s.io/v1/volumesnapshots", name, namespace);
  return found.state === "found" && found.object.metadata.uid === uid ? found.object : undefined;
}

function isSame(a: KubeObject, b: KubeObject): boolean {
  return nameKey(refOf(a)) === nameKey(refOf(b));
}
