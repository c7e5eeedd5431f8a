import { backendNamed } from "../../backends/index.ts";
import type { Cluster, Fact, Unread } from "../../cluster/index.ts";
import { everywhere } from "../../cluster/index.ts";
import { asCsi, volumesByDriver } from "../../controllers/index.ts";
import type { PersistentVolume, Phrase } from "../../kubernetes/index.ts";
import { instant, say } from "../../kubernetes/index.ts";
import type { List } from "./lists.ts";
import { disksMeant } from "./lists.ts";

type Count =
  | { readonly read: true; readonly found: number; readonly missing: number }
  | { readonly read: false; readonly unread: Unread };

/**
 * Does the list look as if it were filtered, or of another account? A tool prints a filtered list like a whole one: only that
 * it has most of the other disks of the cluster in that place tells that it would have this one. `undefined`: it does.
 */
export function gapOf(
  { inventory, backend }: List,
  volume: PersistentVolume,
  cluster: Cluster,
): Phrase | { readonly read: false; readonly unread: Unread } | undefined {
  const driver = asCsi(volume)?.driver ?? "";
  const key = [inventory.metadata.name, driver, backend.placeOf?.(volume) ?? ""];
  const count = cluster.fact(diskCount, JSON.stringify(key));
  if (!count.read) return count;
  const { found, missing } = count;
  if (found === 0)
    return say`it has no disk of any volume of this cluster: it may be filtered, or of another account`;
  if (missing <= found) return undefined;
  return say`it has the disks of only ${found} of ${found + missing} volumes: it may be filtered`;
}

/** Key: the name of the list, the driver and the place. How many volumes that are older than the list have a disk in it? */
const diskCount: Fact<Count> = {
  name: "disks-in-list",
  from: ["v1/persistentvolumes", "pvguard.dev/v1alpha1/disks", "pvguard.dev/v1alpha1/diskinventories"],
  workOut(key, cluster) {
    const [name, driver, place]: readonly [string, string, string] = JSON.parse(key);
    const inventory = cluster.get("pvguard.dev/v1alpha1/diskinventories", name);
    const volumes = cluster.lookup(volumesByDriver, driver, everywhere);
    if (inventory.state === "unread") return { read: false, unread: inventory.unread };
    if (!volumes.read) return volumes;
    const { spec } = inventory.state === "found" ? inventory.object : {};
    const backend = backendNamed(spec?.backend);
    const made = instant(spec?.madeAt) ?? instant(spec?.newest) ?? 0;
    let found = 0;
    let missing = 0;
    for (const volume of backend === undefined ? [] : volumes.items) {
      const isOlder = (instant(volume.metadata.creationTimestamp) ?? made) < made;
      if (!isOlder || (backend?.placeOf?.(volume) ?? "") !== place) continue;
      const disks = backend && disksMeant(volume, backend, cluster);
      if (disks?.read === false) return disks;
      if (disks?.items.some((disk) => disk.spec?.inventory === name) === true) found++;
      else missing++;
    }
    return { read: true, found, missing };
  },
};
