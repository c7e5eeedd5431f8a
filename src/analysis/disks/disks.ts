import type { Cluster, Found } from "../../cluster/index.ts";
import { claimEnd, volumeBackend, volumeNamed, volumesReservedFor } from "../../controllers/index.ts";
import { unreadPhrase } from "../../define/index.ts";
import type {
  KubeObject,
  ObjectRef,
  PersistentVolume,
  PersistentVolumeClaim,
  VolumeAttachment,
  VolumeSnapshot,
  VolumeSnapshotContent,
} from "../../kubernetes/index.ts";
import { say, words } from "../../kubernetes/index.ts";
import type { Fate } from "../../report/index.ts";

/** A volume, or the content of a snapshot: without it Kubernetes does not know where the data is. */
export type DiskRecord = PersistentVolume | VolumeSnapshotContent;

export function isDiskRecord(object: KubeObject): object is DiskRecord {
  return isKindOfRecord(object.kind);
}

export function isKindOfRecord(kind: string): boolean {
  return kind === "PersistentVolume" || kind === "VolumeSnapshotContent";
}

/** Some data in the storage backend, a disk or a snapshot, by its record; without one, what is to be said of it. */
export type Disk = { readonly record: DiskRecord } | { readonly fate: Fate };

/** The data behind an object. */
export function disksOf(object: KubeObject, cluster: Cluster): readonly Disk[] {
  switch (object.kind) {
    case "PersistentVolume":
      return [{ record: object as PersistentVolume }];
    case "PersistentVolumeClaim":
      return [diskOfClaim(object as PersistentVolumeClaim, cluster)];
    case "VolumeAttachment": {
      const name = (object as VolumeAttachment).spec?.source?.persistentVolumeName;
      return name === undefined ? [] : [diskOfVolume(name, cluster)];
    }
    case "VolumeSnapshotContent":
      return [{ record: object as VolumeSnapshotContent }];
    case "VolumeSnapshot":
      return [diskOfSnapshot(object as VolumeSnapshot, cluster)];
    default:
      return [];
  }
}

function diskOfClaim(claim: PersistentVolumeClaim, cluster: Cluster): Disk {
  const name = claim.spec?.volumeName ?? "";
  if (name !== "") return diskOfVolume(name, cluster);
  return diskByVolume(claim, { data: "none", because: words("the claim has no volume") }, cluster);
}

/**
 * A claim that names no volume, or lost the name: the volume that is bound to it by uid has the data all the same. A Pending claim
 * that is about to be deleted, and gets the volume that is reserved for it before: that volume is then released with it.
 */
function diskByVolume(claim: PersistentVolumeClaim, none: Fate, cluster: Cluster): Disk {
  const { uid } = claim.metadata;
  const isDoomed = claimEnd(claim, cluster).ends !== "no";
  const isLost = claim.status?.phase === "Lost";
  const naming = volumesReservedFor(claim, cluster);
  if (!naming.read)
    return { fate: { data: "unknown", because: unreadPhrase(naming.unread), unseen: "policy" } };
  const isAny = isDoomed && !isLost;
  const own = naming.items.find(({ spec }) => isAny || (uid !== undefined && spec?.claimRef?.uid === uid));
  return own === undefined ? { fate: none } : { record: own };
}

function diskOfVolume(name: string, cluster: Cluster): Disk {
  const missing = say`pv/${name} does not exist, so Kubernetes does not know; the disk itself may still be intact`;
  const found = cluster.get("v1/persistentvolumes", name);
  return recorded(found, volumeNamed(name), { data: "unknown", because: missing });
}

function diskOfSnapshot(snapshot: VolumeSnapshot, cluster: Cluster): Disk {
  const name = snapshot.status?.boundVolumeSnapshotContentName;
  if (name === undefined)
    return { fate: { data: "none", because: words("the snapshot has no content yet") } };
  const missing = say`volumesnapshotcontent/${name} does not exist, so Kubernetes does not know what is left in the storage backend`;
  const found = cluster.get("snapshot.storage.k8s.io/v1/volumesnapshotcontents", name);
  return recorded(found, contentNamed(name), { data: "unknown", because: missing });
}

function contentNamed(name: string): ObjectRef {
  return { apiVersion: "snapshot.storage.k8s.io/v1", kind: "VolumeSnapshotContent", name };
}

function recorded(found: Found<DiskRecord>, ref: ObjectRef, absent: Fate): Disk {
  switch (found.state) {
    case "found":
      return { record: found.object };
    case "absent":
      return { fate: absent };
    case "unread":
      return {
        fate: { data: "unknown", because: unreadPhrase(found.unread), volume: ref, unseen: "policy" },
      };
  }
}

/** Where the data is, and what is to become of it once its record is released. */
interface Backing {
  readonly policy: string;
  readonly driver?: string;
  readonly volumeHandle?: string;
}

export function backingOf(record: DiskRecord): Backing {
  if (record.kind === "VolumeSnapshotContent") {
    const { spec, status } = record as VolumeSnapshotContent;
    const handle = status?.snapshotHandle ?? spec?.source?.snapshotHandle;
    return backing(spec?.deletionPolicy, spec?.driver, handle);
  }
  const volume = record as PersistentVolume;
  const behind = volumeBackend(volume);
  const policy = volume.spec?.persistentVolumeReclaimPolicy;
  switch (behind.type) {
    case "csi":
    case "migrated":
      return backing(policy, behind.driver, behind.handle);
    case "in-tree":
    case "local":
      return backing(policy, behind.plugin, behind.handle);
    case "unknown":
      return backing(policy, undefined, undefined);
  }
}

function backing(
  policy: string | undefined,
  driver: string | undefined,
  handle: string | undefined,
): Backing {
  return {
    policy: policy ?? "Retain",
    ...(driver === undefined || driver === "" ? {} : { driver }),
    ...(handle === undefined || handle === "" ? {} : { volumeHandle: handle }),
  };
}
