import { isOfCluster } from "../../backends/index.ts";
import type { Cluster, Listed, Unread } from "../../cluster/index.ts";
import { everywhere } from "../../cluster/index.ts";
import { asCsi, disksByInventory } from "../../controllers/index.ts";
import type { Disk, PersistentVolume, Phrase } from "../../kubernetes/index.ts";
import { instant, say } from "../../kubernetes/index.ts";
import type { List } from "./lists.ts";
import { disksAlike, disksMeant, hasLists, listsOf, refusalOf } from "./lists.ts";
import { gapOf } from "./partial-list.ts";

/**
 * What the lists of the storage backend say of the disk of a volume. `no`: a list that would have it does not. `not-known`:
 * a list was given, and cannot say.
 */
type ListedDisk =
  | { readonly listed: "no-list" }
  | { readonly listed: "unread"; readonly unread: Unread }
  | { readonly listed: "yes"; readonly disk: Disk; readonly list: List }
  | { readonly listed: "no"; readonly list: List }
  | { readonly listed: "not-known"; readonly list: List; readonly because: Phrase };

const none: ListedDisk = { listed: "no-list" };

/** As `listedDisk`, for who has other facts too: where no list was given, nothing is asked. */
export function listedIfGiven(volume: PersistentVolume, cluster: Cluster): ListedDisk {
  return hasLists(cluster) ? listedDisk(volume, cluster) : none;
}

/** Is the disk of this volume in a list? */
export function listedDisk(volume: PersistentVolume, cluster: Cluster): ListedDisk {
  const lists = listsFor(volume, cluster);
  if (!lists.read) return { listed: "unread", unread: lists.unread };
  const answers = lists.items.map((list) => inList(volume, list, cluster));
  for (const listed of ["unread", "yes", "no", "not-known"] as const) {
    const found = answers.find((answer) => answer.listed === listed);
    if (found !== undefined) return found;
  }
  return none;
}

function listsFor(volume: PersistentVolume, cluster: Cluster): Listed<List> {
  const driver = asCsi(volume)?.driver;
  return driver === undefined ? { read: true, items: [] } : listsOf(driver, cluster);
}

function inList(volume: PersistentVolume, list: List, cluster: Cluster): ListedDisk {
  const refused = refusalOf(list.inventory, cluster);
  if (refused !== undefined) return { listed: "unread", unread: refused };
  const { name } = list.inventory.metadata;
  const isInIt = ({ spec }: Disk) => spec?.inventory === name;
  const same = disksMeant(volume, list.backend, cluster);
  if (!same.read) return { listed: "unread", unread: same.unread };
  const disk = same.items.find(isInIt);
  if (disk !== undefined) return { listed: "yes", disk, list };
  const alike = disksAlike(volume, cluster);
  if (!alike.read) return { listed: "unread", unread: alike.unread };
  const namesake = alike.items.find(isInIt);
  const because =
    namesake === undefined
      ? blindSpot(volume, list, cluster)
      : say`it has the disk ${namesake.metadata.name}, which may be this one under another name`;
  if (because === undefined) return { listed: "no", list };
  return "read" in because
    ? { listed: "unread", unread: because.unread }
    : { listed: "not-known", list, because };
}

type BlindSpot = Phrase | { readonly read: false; readonly unread: Unread } | undefined;

/** Why a list can lack a disk that exists. */
function blindSpot(volume: PersistentVolume, { inventory, backend }: List, cluster: Cluster): BlindSpot {
  const { partial, madeAt, newest } = inventory.spec ?? {};
  if (partial !== undefined) return say`it is not the whole list: ${partial}`;
  const created = instant(volume.metadata.creationTimestamp);
  const made = instant(madeAt) ?? instant(newest);
  if (made === undefined) return say`it does not say when it was made`;
  if (created === undefined || created >= made)
    return madeAt === undefined
      ? say`it may be older than the volume: the newest time in it is ${newest ?? ""}`
      : say`it was made before the volume was created`;
  const place = backend.placeOf?.(volume);
  if (backend.placeOf !== undefined) {
    if (place === undefined) return say`the volume does not say in which part of the backend its disk is`;
    const inIt = cluster.lookup(disksByInventory, inventory.metadata.name, everywhere);
    if (!inIt.read) return inIt;
    const places = new Set(inIt.items.flatMap(({ spec }) => spec?.place ?? []));
    if (places.size > 0 && !places.has(place)) return say`it has no disk in ${place}`;
  }
  if (isOfCluster(backend)) return undefined;
  return gapOf({ inventory, backend }, volume, cluster);
}
