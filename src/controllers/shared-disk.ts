import type { Cluster, Fact, Listed, Unread } from "../cluster/index.ts";
import { everywhere } from "../cluster/index.ts";
import type { PersistentVolume, PersistentVolumeClaim } from "../kubernetes/index.ts";
import { isTerminating, kinds } from "../kubernetes/index.ts";
import { claimEnd } from "./claim-end.ts";
import { provisionerOf } from "./external-provisioner.ts";
import { volumesByEnclosing, volumesByHandle } from "./indexes/index.ts";
import { claimOf } from "./objects/refs.ts";
import { diskKeyOf, enclosingKeysOf, migrationDriver } from "./objects/volume-source.ts";
import { reclaimPolicyOf } from "./objects/volumes.ts";
import { findDeletablePlugin } from "./pv-binder/reclaim.ts";
import { outcomeOfDeleted } from "./volume-deletion.ts";

/** Other volumes that use the disk of one: a share can have thousands, of which the first are given. */
export type Twins =
  | {
      readonly state: "read";
      readonly count: number;
      readonly first: readonly PersistentVolume[];
      /** A volume, of all that use the disk, whose deletion destroys the disk: one that is Released, if there is one, then this one. */
      readonly destroyed: PersistentVolume | undefined;
    }
  | { readonly state: "unread"; readonly unread: Unread };

/** As many as a person wants to read. */
const mostGiven = 3;

const none: Twins = { state: "read", count: 0, first: [], destroyed: undefined };

export function twinsOf(volume: PersistentVolume, cluster: Cluster): Twins {
  const key = diskKeyOf(volume);
  const all = key === undefined ? none : cluster.fact(volumesOfDisk, key);
  if (all.state === "unread") return all;
  return {
    ...all,
    count: Math.max(0, all.count - 1),
    first: all.first.filter(({ metadata }) => metadata.name !== volume.metadata.name).slice(0, mostGiven),
    destroyed: hasDeleter(volume) && !isReleased(all.destroyed) ? volume : all.destroyed,
  };
}

/**
 * The volumes whose directory is inside that of this one. Deleting a directory removes all that is in it: os.RemoveAll in
 * kubernetes-csi/csi-driver-nfs pkg/nfs/controllerserver.go DeleteVolume, v4.13, and in
 * kubernetes-sigs/nfs-subdir-external-provisioner cmd/nfs-subdir-external-provisioner/provisioner.go Delete, v4.0.
 */
export function volumesInside(volume: PersistentVolume, cluster: Cluster): Listed<PersistentVolume> {
  const key = diskKeyOf(volume);
  if (key === undefined) return { read: true, items: [] };
  return cluster.lookup(volumesByEnclosing, key, everywhere);
}

/** The volumes whose directory contains that of this one. */
export function volumesAround(volume: PersistentVolume, cluster: Cluster): Listed<PersistentVolume> {
  const items: PersistentVolume[] = [];
  for (const key of enclosingKeysOf(volume)) {
    const around = cluster.lookup(volumesByHandle, key, everywhere);
    if (!around.read) return around;
    items.push(...around.items);
  }
  return { read: true, items };
}

/** Its claim is deleted already: nothing more has to be deleted for the disk to be. */
function isReleased(volume: PersistentVolume | undefined): boolean {
  return volume?.status?.phase === "Released";
}

/** Key: that of the disk. Counts all volumes that use it. */
const volumesOfDisk: Fact<Twins> = {
  name: "volumes-of-disk",
  from: ["v1/persistentvolumes"],
  workOut(key, cluster) {
    const sharing = cluster.lookup(volumesByHandle, key, everywhere);
    if (!sharing.read) return { state: "unread", unread: sharing.unread };
    return {
      state: "read",
      count: sharing.items.length,
      first: sharing.items.slice(0, mostGiven + 1),
      destroyed:
        sharing.items.find((each) => isReleased(each) && hasDeleter(each)) ?? sharing.items.find(hasDeleter),
    };
  },
};

/**
 * Does a controller destroy the disk when the volume is released? Not that of a share that was created manually. A volume of a
 * migrated plugin is annotated with its driver at the next sync of the PV controller.
 */
export function hasDeleter(volume: PersistentVolume): boolean {
  if (reclaimPolicyOf(volume) !== "Delete") return false;
  if (migrationDriver(volume) !== undefined) return true;
  return provisionerOf(volume) !== undefined || findDeletablePlugin(volume).deleter === "plugin";
}

/** Whether the disk of a volume is going to be destroyed as that of another one, whatever becomes of this one. Its own end is told elsewhere. */
type DiskEnd =
  | { readonly ends: "no" }
  | { readonly ends: "with"; readonly volume: PersistentVolume }
  | { readonly ends: "unread"; readonly unread: Unread };

const stays: DiskEnd = { ends: "no" };

/**
 * A provisioner deletes a disk by its handle, and an in-tree plugin does the same. Neither looks for other volumes of it.
 * kubernetes-csi/external-provisioner pkg/controller/controller.go Delete, v6.3; kubernetes/kubernetes#48609.
 */
export function diskEnd(volume: PersistentVolume, cluster: Cluster): DiskEnd {
  const key = diskKeyOf(volume);
  const around = enclosingKeysOf(volume).flatMap((each) => cluster.fact(endsOfDirectory, each));
  const ends = [...(key === undefined ? [] : cluster.fact(endsOfDisk, key)), ...around];
  const { name } = volume.metadata;
  return ends.find((end) => end.ends !== "with" || end.volume.metadata.name !== name) ?? stays;
}

/** Does the directory of one volume contain that of another? */
export function isAround(other: PersistentVolume, volume: PersistentVolume): boolean {
  return enclosingKeysOf(volume).some((key) => key === diskKeyOf(other));
}

/** One more than a volume itself. */
const mostGoing = 2;

/**
 * Key: that of the disk. If several volumes share the disk: the first ones with which it is deleted, and what could not
 * be read about them.
 */
const endsOfDisk = endsOf("ends-of-disk", 2);

/** The same of a directory around that of another volume: one such volume is enough. */
const endsOfDirectory = endsOf("ends-of-directory", 1);

function endsOf(name: string, least: number): Fact<readonly DiskEnd[]> {
  return {
    name,
    // The owner of a claim can be of any kind.
    from: kinds.map(({ resource }) => resource),
    workOut(key, cluster) {
      const sharing = cluster.lookup(volumesByHandle, key, everywhere);
      if (!sharing.read) return [{ ends: "unread", unread: sharing.unread }];
      const going: DiskEnd[] = [];
      const unread: DiskEnd[] = [];
      for (const volume of sharing.items.length < least ? [] : sharing.items) {
        const end = endOf(volume, cluster);
        if (end.ends === "with") going.push(end);
        if (end.ends === "unread") unread.push(end);
        if (going.length === mostGoing) break;
      }
      return [...going, ...unread];
    },
  };
}

function endOf(volume: PersistentVolume, cluster: Cluster): DiskEnd {
  if (!hasDeleter(volume)) return stays;
  const goes: DiskEnd = { ends: "with", volume };
  switch (volume.status?.phase) {
    case "Released":
      return goes;
    // A provisioner leaves it alone from then on, and the PV controller retries.
    case "Failed":
      return provisionerOf(volume) === undefined ? goes : stays;
    case "Bound":
      return endOfBound(volume, goes, cluster);
    case "Available":
      return endOfReserved(volume, goes, cluster);
    default:
      return stays;
  }
}

function endOfBound(volume: PersistentVolume, goes: DiskEnd, cluster: Cluster): DiskEnd {
  const ref = claimOf(volume);
  if (ref?.uid === undefined) return stays;
  const found = cluster.get("v1/persistentvolumeclaims", ref.name, ref.namespace);
  switch (found.state) {
    case "absent":
      return goes;
    case "unread":
      return { ends: "unread", unread: found.unread };
    case "found":
      if (found.object.metadata.uid !== ref.uid || isDeletedWithDisk(volume)) return goes;
      return endWith(found.object, goes, cluster);
  }
}

/** A person deleted the volume, and only its claim keeps the disk. */
function isDeletedWithDisk(volume: PersistentVolume): boolean {
  return isTerminating(volume) && outcomeOfDeleted(volume) === "destroyed";
}

/** It is bound to the claim that it is reserved for before that claim is deleted. */
function endOfReserved(volume: PersistentVolume, goes: DiskEnd, cluster: Cluster): DiskEnd {
  const ref = claimOf(volume);
  if (ref === undefined) return stays;
  const found = cluster.get("v1/persistentvolumeclaims", ref.name, ref.namespace);
  switch (found.state) {
    case "absent":
      return stays;
    case "unread":
      return { ends: "unread", unread: found.unread };
    case "found":
      return endWith(found.object, goes, cluster);
  }
}

function endWith(claim: PersistentVolumeClaim, goes: DiskEnd, cluster: Cluster): DiskEnd {
  if (isTerminating(claim)) return goes;
  const end = claimEnd(claim, cluster);
  switch (end.ends) {
    case "no":
      return stays;
    case "unread":
      return { ends: "unread", unread: end.unread };
    case "with":
    case "without its owners":
      return goes;
  }
}
