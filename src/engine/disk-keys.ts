import { diskKeyOf } from "../controllers/index.ts";
import type { Cluster, Disk } from "../model/index.ts";

/** The disks with what tells them apart where the volume is known: a claim says only the name of its volume. */
export function withKeys(disks: readonly Disk[], cluster: Cluster): readonly Disk[] {
  return disks.map((disk) => {
    if (disk.key !== undefined) return disk;
    const found = cluster.get("v1/persistentvolumes", disk.volume);
    const key = found.state === "found" ? diskKeyOf(found.object) : undefined;
    return key === undefined ? disk : { ...disk, key };
  });
}
