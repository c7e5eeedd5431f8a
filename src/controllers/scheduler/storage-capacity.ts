import { type Cluster, type CSIStorageCapacity, everywhere, type Unread } from "../../model/index.ts";
import { capacitiesByClass } from "../indexes/index.ts";
import { parseQuantity } from "../quantity.ts";

/** A place of which a driver says how large a volume can be made there. */
export interface Room {
  readonly capacity: CSIStorageCapacity;
  /** As the driver wrote it. */
  readonly largest: string;
  /** To be compared with what parseQuantity makes of a request. */
  readonly size: bigint;
}

type Rooms =
  /** The largest first. */
  | { readonly read: true; readonly rooms: readonly Room[] }
  | { readonly read: false; readonly unread: Unread };

/**
 * Where volumes of a class can be made, as the scheduler reads it: the largest volume where the driver says so, else all
 * that is left. Without one of the two, or without nodes, a place has no room.
 *
 * kubernetes/kubernetes pkg/scheduler/framework/plugins/volumebinding/binder.go hasEnoughCapacity, volumeLimit,
 * nodeHasAccess, 1.36.
 */
export function roomsOfClass(name: string, cluster: Cluster): Rooms {
  const capacities = cluster.lookup(capacitiesByClass, name, everywhere);
  if (!capacities.read) return capacities;
  const rooms = capacities.items.flatMap((capacity): readonly Room[] => {
    const largest = capacity.maximumVolumeSize ?? capacity.capacity;
    const size = parseQuantity(largest ?? "");
    if (largest === undefined || size === undefined || capacity.nodeTopology === undefined) return [];
    return [{ capacity, largest, size }];
  });
  return { read: true, rooms: [...rooms].sort((a, b) => (a.size === b.size ? 0 : a.size > b.size ? -1 : 1)) };
}
