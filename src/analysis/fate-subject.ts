import type { Cluster, Found } from "../cluster/index.ts";
import { volumeBackend, volumeNamed, volumesNaming } from "../controllers/index.ts";
import { unreadPhrase } from "../define/index.ts";
import type {
  KubeObject,
  ObjectRef,
  PersistentVolume,
  PersistentVolumeClaim,
  VolumeSnapshot,
  VolumeSnapshotContent,
} from "../kubernetes/index.ts";
import { say, words } from "../kubernetes/index.ts";
import type { Fate } from "../report/index.ts";

/** The object that stands for the data: a volume, or the content of a snapshot. */
type Subject =
  | { readonly found: PersistentVolume | VolumeSnapshotContent }
  | { readonly fate: Fate }
  | undefined;

export function subjectOf(object: KubeObject, cluster: Cluster): Subject {
  switch (object.kind) {
    case "PersistentVolume":
      return { found: object };
    case "PersistentVolumeClaim":
      return volumeOfClaim(object, cluster);
    case "VolumeAttachment": {
      const name = object.spec?.source?.persistentVolumeName;
      return name === undefined ? undefined : volumeCalled(name, cluster);
    }
    case "VolumeSnapshotContent":
      return { found: object };
    case "VolumeSnapshot":
      return contentOf(object, cluster);
    default:
      return undefined;
  }
}

function volumeOfClaim(claim: PersistentVolumeClaim, cluster: Cluster): Subject {
  const name = claim.spec?.volumeName ?? "";
  if (name !== "") return volumeCalled(name, cluster);
  const none: Fate = { data: "none", because: words("the claim has no volume") };
  if (claim.status?.phase !== "Lost") return { fate: none };
  return volumeThatNames(claim, none, cluster);
}

/** A claim that lost the name of its volume: the volume that is bound to it has the data all the same. */
function volumeThatNames(claim: PersistentVolumeClaim, none: Fate, cluster: Cluster): Subject {
  const { uid } = claim.metadata;
  const naming = volumesNaming(claim, cluster);
  if (!naming.read)
    return { fate: { data: "unknown", because: unreadPhrase(naming.unread), unseen: "policy" } };
  const own = naming.items.find(({ spec }) => uid !== undefined && spec?.claimRef?.uid === uid);
  return own === undefined ? { fate: none } : { found: own };
}

function volumeCalled(name: string, cluster: Cluster): Subject {
  const missing = say`pv/${name} does not exist, so Kubernetes does not know; the disk itself may still be intact`;
  const found = cluster.get("v1/persistentvolumes", name);
  return subjectFrom(found, volumeNamed(name), { data: "unknown", because: missing });
}

function contentOf(snapshot: VolumeSnapshot, cluster: Cluster): Subject {
  const name = snapshot.status?.boundVolumeSnapshotContentName;
  if (name === undefined)
    return { fate: { data: "none", because: words("the snapshot has no content yet") } };
  const missing = say`volumesnapshotcontent/${name} does not exist, so Kubernetes does not know what is left in the storage backend`;
  const found = cluster.get("snapshot.storage.k8s.io/v1/volumesnapshotcontents", name);
  return subjectFrom(found, contentNamed(name), { data: "unknown", because: missing });
}

function contentNamed(name: string): ObjectRef {
  return { apiVersion: "snapshot.storage.k8s.io/v1", kind: "VolumeSnapshotContent", name };
}

function subjectFrom(
  found: Found<PersistentVolume | VolumeSnapshotContent>,
  ref: ObjectRef,
  absent: Fate,
): Subject {
  switch (found.state) {
    case "found":
      return { found: found.object };
    case "absent":
      return { fate: absent };
    case "unread":
      return {
        fate: { data: "unknown", because: unreadPhrase(found.unread), volume: ref, unseen: "policy" },
      };
  }
}

/** What backs a volume or a snapshot content, and its policy. */
interface Backing {
  readonly policy: string;
  readonly driver?: string;
  readonly volumeHandle?: string;
}

export function backingOf(subject: PersistentVolume | VolumeSnapshotContent): Backing {
  if (subject.kind === "VolumeSnapshotContent") {
    const { spec, status } = subject;
    const handle = status?.snapshotHandle ?? spec?.source?.snapshotHandle;
    return backing(spec?.deletionPolicy, spec?.driver, handle);
  }
  const volume = subject;
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
