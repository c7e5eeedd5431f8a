import type { Cluster } from "../../cluster/index.ts";
import {
  hostsOf,
  isAround,
  isReleased,
  reclaimPolicyOf,
  sharingSnapshot,
  twinsOf,
  volumeHandleOf,
  volumesInside,
} from "../../controllers/index.ts";
import { firstAndMore, unreadPhrase } from "../../define/index.ts";
import type { When } from "../../evidence/index.ts";
import {
  deletionDone,
  isSnapshotDeleted,
  machineGone,
  pathMissing,
  replacedHost,
  toldGone,
} from "../../evidence/index.ts";
import type { KubeObject, PersistentVolume, Phrase, VolumeSnapshotContent } from "../../kubernetes/index.ts";
import { isTerminating, join, nameOf, refOf, say } from "../../kubernetes/index.ts";
import type { Fate } from "../../report/index.ts";

export type KnownFate = Pick<Fate, "data" | "because" | "unseen">;

/**
 * What is known of some data already, whatever the controllers will do.
 *
 * @param what the words for it
 */
export function knownAlready(
  record: PersistentVolume | VolumeSnapshotContent,
  what: Phrase,
  cluster: Cluster,
  when: When,
): KnownFate | undefined {
  return record.kind === "PersistentVolume"
    ? knownOfDisk(record as PersistentVolume, what, cluster, when)
    : knownOfSnapshot(record as VolumeSnapshotContent, what, cluster);
}

function knownOfDisk(
  volume: PersistentVolume,
  what: Phrase,
  cluster: Cluster,
  when: When,
): KnownFate | undefined {
  return (
    deletedAlready(volume, what, cluster, when) ??
    perhapsDeleted(volume, what, cluster) ??
    outOfReach(volume, what, cluster) ??
    notThereNow(volume, what, cluster)
  );
}

/** Is there evidence that the data behind it is gone already? */
export function isDataGone(object: KubeObject, cluster: Cluster): boolean {
  switch (object.kind) {
    case "PersistentVolume":
      return deletedAlready(object, [], cluster, "now")?.data === "already-gone";
    case "VolumeSnapshotContent":
      return isSnapshotDeleted(object, cluster);
    default:
      return false;
  }
}

function knownOfSnapshot(
  content: VolumeSnapshotContent,
  what: Phrase,
  cluster: Cluster,
): KnownFate | undefined {
  if (!isSnapshotDeleted(content, cluster)) return undefined;
  return { data: "already-gone", because: say`the driver has deleted ${what}, and only the object is left` };
}

function deletedAlready(
  volume: PersistentVolume,
  what: Phrase,
  cluster: Cluster,
  when: When,
): KnownFate | undefined {
  switch (toldGone(volume, cluster, when)) {
    case "not-found":
      return {
        data: "already-gone",
        because: say`the driver says that ${what} does not exist in the storage backend`,
      };
    case "not-found-but-listed":
      return {
        data: "unknown",
        because: say`the driver says that ${what} does not exist, and a list of the storage backend has it: either the list is older, or the driver looks in the wrong place`,
      };
    case "deleted":
      return {
        data: "already-gone",
        because: say`the driver has deleted ${what}, and only the object is left`,
      };
    case "not-found-to-detach":
      return {
        data: "unknown",
        because: say`the driver was asked to detach ${what} and says that it does not exist: either it was deleted in the storage backend and only its records are left, or the driver looks in the wrong place`,
      };
    case undefined:
      return undefined;
  }
}

/**
 * The last attempt found no path on the machine where it has to be. That ends no data: a mount can come back. What is told of a
 * volume in use is older than the deletion of its claim.
 * kubernetes-sigs/sig-storage-local-static-provisioner pkg/deleter/deleter.go DeletePVs, v2.9.
 */
function notThereNow(volume: PersistentVolume, what: Phrase, cluster: Cluster): KnownFate | undefined {
  if (!isReleased(volume) || pathMissing(volume, cluster).is !== "likely") return undefined;
  const [host] = hostsOf(volume);
  const where = host === undefined ? say`its node` : say`node ${host}`;
  const then =
    reclaimPolicyOf(volume) === "Delete" && !isTerminating(volume)
      ? say`; as soon as the path exists again, it will be erased (policy Delete)`
      : [];
  return {
    data: "unknown",
    because: say`${placeOf(volume, what)} does not exist on ${where} now: most likely the disk is not mounted there${then}`,
  };
}

/**
 * A provisioner destroys the disk, deletes the object and removes its own finalizer. What others hold then looks the same
 * as when a person deletes a Released volume that has no such finalizer.
 */
function perhapsDeleted(volume: PersistentVolume, what: Phrase, cluster: Cluster): KnownFate | undefined {
  const done = deletionDone(volume, cluster);
  if (done.is === "refuted") return undefined;
  if (done.is === "unread") return { data: "unknown", because: unreadPhrase(done.unread), unseen: "rest" };
  return {
    data: "unknown",
    because: say`either the provisioner deleted ${what} and then the object, or something else deleted the object and ${what} is still in the storage backend: Kubernetes does not record which, so look in the storage backend`,
  };
}

/** The path on the machine. */
function placeOf(volume: PersistentVolume, otherwise: Phrase): Phrase {
  const path = volumeHandleOf(volume);
  return path === undefined ? otherwise : say`${path}`;
}

/** Data on the disk of one machine is where that machine is. */
function outOfReach(volume: PersistentVolume, what: Phrase, cluster: Cluster): KnownFate | undefined {
  const gone = machineGone(volume, cluster);
  if (gone.is === "unread") return { data: "unknown", because: unreadPhrase(gone.unread), unseen: "rest" };
  if (gone.hosts.length === 0) return undefined;
  const where = join(
    gone.hosts.map((host) => say`node ${host}`),
    ", ",
  );
  if (gone.is === "likely") {
    return {
      data: "unknown",
      because: say`${placeOf(volume, what)} is on the disk of ${where}, which Kubernetes no longer knows`,
    };
  }
  const other = replacedHost(volume, cluster);
  return other === undefined
    ? undefined
    : {
        data: "unknown",
        because: say`${placeOf(volume, what)} may be on the disk of a former machine with the name ${other.metadata.name}`,
      };
}

/** What a controller would do to it then happens only if the machine is there again. */
export function ifReachable(record: KubeObject, cluster: Cluster): Pick<Fate, "onlyIf"> {
  if (record.kind !== "PersistentVolume") return {};
  const gone = machineGone(record, cluster);
  return gone.is === "likely" ? { onlyIf: say`node ${gone.hosts.join(", ")} comes back` } : {};
}

/** Other contents of the same snapshot in the storage backend, which is deleted with this one. */
export function sameSnapshotToo(content: VolumeSnapshotContent, cluster: Cluster): Phrase {
  const sharing = sharingSnapshot(content, cluster);
  if (sharing.state === "unread" || sharing.others.length === 0) return [];
  const { others } = sharing;
  return say`, and with it ${firstAndMore(others.slice(0, 3), others.length)}, which ${others.length === 1 ? say`is` : say`are`} the same snapshot`;
}

/** Why the disk of a volume is deleted with that of another. */
export function sharedWith(volume: PersistentVolume, other: PersistentVolume): Phrase {
  return isAround(other, volume)
    ? say`its directory is inside that of ${nameOf(refOf(other))}`
    : say`${nameOf(refOf(other))} uses the same disk`;
}

/** Other volume objects that use the same disk and whose data is lost with it. */
export function twinsToo(volume: PersistentVolume, cluster: Cluster): Phrase {
  return say`${sameDiskToo(volume, cluster)}${insideToo(volume, cluster)}`;
}

function insideToo(volume: PersistentVolume, cluster: Cluster): Phrase {
  const inside = volumesInside(volume, cluster);
  if (!inside.read || inside.items.length === 0) return [];
  const { items } = inside;
  return say`, and with it the data of ${firstAndMore(items.slice(0, 3), items.length)}, whose ${items.length === 1 ? say`directory is` : say`directories are`} inside it`;
}

function sameDiskToo(volume: PersistentVolume, cluster: Cluster): Phrase {
  const twins = twinsOf(volume, cluster);
  if (twins.state === "unread" || twins.count === 0) return [];
  return say`, and with it the data of ${firstAndMore(twins.first, twins.count)}, which ${twins.count === 1 ? say`uses` : say`use`} the same disk`;
}
