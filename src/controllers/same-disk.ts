import { type Cluster, everywhere, type Fact, type PersistentVolume, type Unread } from "../model/index.ts";
import { diskKeyOf } from "./disk-key.ts";
import { provisionerOf } from "./external-provisioner/index.ts";
import { findDeletablePlugin } from "./in-tree-reclaim/index.ts";
import { volumesByHandle } from "./indexes/index.ts";
import { reclaimPolicyOf } from "./reclaim-policy.ts";

/** Other volumes that use the disk of one: a share can have thousands, of which the first are given. */
export type Twins =
  | {
      readonly state: "read";
      readonly count: number;
      readonly first: readonly PersistentVolume[];
      /** A volume, of all that use the disk, whose deletion destroys the disk. */
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
    destroyed: hasDeleter(volume) ? volume : all.destroyed,
  };
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
      destroyed: sharing.items.find(hasDeleter),
    };
  },
};

/** Does a controller destroy the disk when the volume is released? Not that of a share that was created manually. */
export function hasDeleter(volume: PersistentVolume): boolean {
  if (reclaimPolicyOf(volume) !== "Delete") return false;
  return provisionerOf(volume) !== undefined || findDeletablePlugin(volume).deleter === "plugin";
}
