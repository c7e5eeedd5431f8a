import type { Cluster, Scope, Unread } from "../../cluster/index.ts";
import { everywhere, inNamespace } from "../../cluster/index.ts";
import { claimEnd, claimOf, claimsByVolume } from "../../controllers/index.ts";
import type {
  KubeObject,
  PersistentVolume,
  PersistentVolumeClaim,
  VolumeSnapshotContent,
} from "../../kubernetes/index.ts";
import { isTerminating, nameKey, refOf } from "../../kubernetes/index.ts";
import type { DiskRecord } from "./disks.ts";
import { disksOf } from "./disks.ts";

/** All that record the same disk, and what of it was not read. */
interface Records {
  readonly objects: readonly KubeObject[];
  readonly unread?: Unread;
}

/**
 * All that record the same disk: a claim and its volume, a snapshot and its content. Whichever of them is asked about, what
 * holds any of them ends in the same order, so that the disk has one future. Any other object stands for itself.
 */
export function recordsOf(object: KubeObject, cluster: Cluster): Records {
  switch (object.kind) {
    case "PersistentVolume":
    case "VolumeSnapshotContent":
      return withOwner(object as DiskRecord, cluster, everywhere);
    case "PersistentVolumeClaim":
    case "VolumeSnapshot": {
      const record = recordBehind(object, cluster);
      const others: Records =
        record === undefined ? { objects: [] } : withOwner(record, cluster, scopeOf(object));
      return others.objects.some((other) => isSame(other, object))
        ? others
        : { ...others, objects: [object, ...others.objects] };
    }
    default:
      return { objects: [object] };
  }
}

/**
 * Whether the disk has the same future around this object as around its record: the object is one of its records; or it is a claim
 * that names the volume, which no claim binds before it is deleted.
 */
export function sharesFuture(object: KubeObject, record: DiskRecord, cluster: Cluster): boolean {
  const { objects } = withOwner(record, cluster, scopeOf(object));
  const isFree = record.kind === "PersistentVolume" && claimOf(record as PersistentVolume) === undefined;
  return objects.some((each) => isSame(each, object)) || (isFree && objects.length === 1);
}

/** Where claims are looked for that name the same volume: an answer about one claim needs no other namespace. */
function scopeOf({ metadata: { namespace } }: KubeObject): Scope {
  return namespace === undefined ? everywhere : inNamespace(namespace);
}

/** The volume or the content that records the disk behind an object. */
function recordBehind(object: KubeObject, cluster: Cluster): DiskRecord | undefined {
  const [disk] = disksOf(object, cluster);
  return disk === undefined || "fate" in disk ? undefined : disk.record;
}

/** The claim that a volume is bound to, or the snapshot of a content, comes first: it is deleted first. */
function withOwner(record: DiskRecord, cluster: Cluster, scope: Scope): Records {
  const { objects, unread } =
    record.kind === "PersistentVolume"
      ? claimBoundTo(record as PersistentVolume, cluster, scope)
      : { objects: snapshotOf(record as VolumeSnapshotContent, cluster) };
  return { objects: [...objects, record], ...(unread === undefined ? {} : { unread }) };
}

/** The claim by the uid that the volume names; without a uid, one that is yet to be bound to it, and is deleted then. */
function claimBoundTo(volume: PersistentVolume, cluster: Cluster, scope: Scope): Records {
  const ref = claimOf(volume);
  if (ref === undefined) return namedBy(volume, cluster, scope);
  const found = cluster.get("v1/persistentvolumeclaims", ref.name, ref.namespace);
  if (ref.uid !== undefined)
    return {
      objects: found.state === "found" && found.object.metadata.uid === ref.uid ? [found.object] : [],
    };
  if (found.state === "unread") return { objects: [], unread: found.unread };
  return { objects: found.state === "found" && isReserved(found.object, volume) ? [found.object] : [] };
  function isReserved(claim: PersistentVolumeClaim, { metadata }: PersistentVolume): boolean {
    const { volumeName = "" } = claim.spec ?? {};
    return (volumeName === "" || volumeName === metadata.name) && isDoomed(claim, cluster);
  }
}

/**
 * The claim that a volume without a claim is to be bound to, also while the claim is being deleted: kubernetes/kubernetes
 * pkg/controller/volume/persistentvolume/pv_controller.go syncUnboundClaim, 1.36.
 */
function namedBy({ metadata }: PersistentVolume, cluster: Cluster, scope: Scope): Records {
  const naming = cluster.lookup(claimsByVolume, metadata.name, scope);
  if (!naming.read) return { objects: [], unread: naming.unread };
  return { objects: naming.items.filter((claim) => isDoomed(claim, cluster)).slice(0, 1) };
}

function isDoomed(claim: PersistentVolumeClaim, cluster: Cluster): boolean {
  return isTerminating(claim) || claimEnd(claim, cluster).ends !== "no";
}

function snapshotOf({ spec }: VolumeSnapshotContent, cluster: Cluster): readonly KubeObject[] {
  const { name, namespace, uid } = spec?.volumeSnapshotRef ?? {};
  if (name === undefined) return [];
  const found = cluster.get("snapshot.storage.k8s.io/v1/volumesnapshots", name, namespace);
  return found.state === "found" && found.object.metadata.uid === uid ? [found.object] : [];
}

function isSame(a: KubeObject, b: KubeObject): boolean {
  return nameKey(refOf(a)) === nameKey(refOf(b));
}
