import type { Backend } from "../../backends/index.ts";
import { backendNamed, isBackendOf, isOfCluster } from "../../backends/index.ts";
import type { Cluster, Listed, Unread } from "../../cluster/index.ts";
import { everywhere } from "../../cluster/index.ts";
import {
  asCsi,
  disksByHandle,
  disksByName,
  disksByPart,
  handleKeyIn,
  handleKeyOf,
  handlePartsOf,
  volumesByHandle,
  volumesByPart,
} from "../../controllers/index.ts";
import type { Disk, DiskInventory, PersistentVolume, Phrase } from "../../kubernetes/index.ts";
import { words } from "../../kubernetes/index.ts";

/** A list, and the backend whose it is. */
export interface List {
  readonly inventory: DiskInventory;
  readonly backend: Backend;
}

const inventories = "pvguard.dev/v1alpha1/diskinventories";

/** Was any list of disks given at all? The question itself asks for nothing. */
export function hasLists(cluster: Cluster): boolean {
  return cluster.isRead(inventories, everywhere);
}

/** What was not read in place of a list of the cluster itself; `undefined`: it was read. */
export function refusalOf({ spec }: DiskInventory, cluster: Cluster): Unread | undefined {
  const backend = backendNamed(spec?.backend);
  if (spec?.refused === undefined || backend === undefined || !isOfCluster(backend)) return undefined;
  const records = cluster.list(backend.resource, everywhere);
  return records.read ? undefined : records.unread;
}

/** The lists that can have the disks of a driver. */
export function listsOf(driver: string, cluster: Cluster): Listed<List> {
  const all = cluster.list(inventories, everywhere);
  if (!all.read) return all;
  const items = all.items.flatMap((inventory) => {
    const backend = backendNamed(inventory.spec?.backend);
    return backend !== undefined && isBackendOf(backend, driver) ? [{ inventory, backend }] : [];
  });
  return { read: true, items };
}

/** The disks that a handle of the volume means for certain. */
export function disksMeant(volume: PersistentVolume, backend: Backend, cluster: Cluster): Listed<Disk> {
  const csi = asCsi(volume);
  const [first] = backend.drivers;
  const key = csi?.driver === first ? handleKeyOf(volume) : csi && handleKeyIn(first, csi.handle);
  const byHandle = key === undefined ? undefined : cluster.lookup(disksByHandle, key, everywhere);
  if (byHandle?.read === false || (byHandle !== undefined && byHandle.items.length > 0)) return byHandle;
  return found(handlePartsOf(volume), disksByPart, cluster);
}

/** The volumes of which the handle, or a part of it, means the disk for certain. */
export function volumesMeaning({ spec }: Disk, cluster: Cluster): Listed<PersistentVolume> {
  const items: PersistentVolume[] = [];
  for (const handle of spec?.handles ?? []) {
    const volumes = cluster.lookup(volumesByHandle, handleKeyIn(spec?.driver ?? "", handle), everywhere);
    if (!volumes.read) return volumes;
    items.push(...volumes.items);
  }
  if (items.length > 0) return { read: true, items };
  for (const part of spec?.parts ?? []) {
    const text = part.toLowerCase();
    const volumes = cluster.lookup(volumesByPart, text, everywhere);
    if (!volumes.read) return volumes;
    // A volume can also be called so, and have another disk.
    items.push(...volumes.items.filter((volume) => handlePartsOf(volume).includes(text)));
  }
  return { read: true, items };
}

/** Those that are called like the volume, or like a part of its handle. */
export function disksAlike(volume: PersistentVolume, cluster: Cluster): Listed<Disk> {
  return found([...handlePartsOf(volume), volume.metadata.name.toLowerCase()], disksByName, cluster);
}

function found(texts: readonly string[], index: typeof disksByName, cluster: Cluster): Listed<Disk> {
  const items: Disk[] = [];
  for (const text of texts) {
    const answer = cluster.lookup(index, text, everywhere);
    if (!answer.read) return answer;
    items.push(...answer.items);
  }
  return { read: true, items };
}

/** What of a disk in this list names its cluster, as a noun. */
export function markerOf({ backend }: List): Phrase {
  return words(("markedBy" in backend ? backend.markedBy : undefined) ?? "tags");
}
