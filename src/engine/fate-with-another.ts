import { diskEnd, reclaimPolicyOf } from "../controllers/index.ts";
import {
  type AnyController,
  type Cluster,
  type Fate,
  type PersistentVolume,
  refOf,
  say,
} from "../model/index.ts";
import type { Knowledge } from "./define.ts";
import { ownFateOf } from "./own-fate.ts";
import { predictFrom } from "./predict.ts";
import { mayChange } from "./remembering.ts";
import { nameOf, unreadPhrase } from "./words.ts";
import type { World } from "./world.ts";

/**
 * What becomes of the disk of a volume as that of another one that is deleted, whatever becomes of this one.
 *
 * @param later the world in which a plan may have set the other one to Retain
 */
export function fateWithAnother(
  volume: PersistentVolume,
  cluster: Cluster,
  knowledge: Knowledge,
  controllers: readonly AnyController[],
  later?: World,
): Fate | undefined {
  const end = diskEnd(volume, cluster);
  switch (end.ends) {
    case "no":
      return undefined;
    case "unread":
      return { data: "unknown", because: unreadPhrase(end.unread), unseen: "rest", volume: refOf(volume) };
    case "with": {
      const other = refOf(end.volume);
      const then = later?.find(other) as PersistentVolume | undefined;
      if (reclaimPolicyOf(then ?? end.volume) !== "Delete") return undefined;
      const fate = fateOfOther(end.volume, cluster, knowledge, controllers);
      return fate.data === "destroyed" || fate.data === "unknown"
        ? {
            ...fate,
            because: say`${nameOf(other)} uses the same disk: ${fate.because}`,
            volume: refOf(volume),
            through: other,
          }
        : undefined;
    }
  }
}

/** Another that is deleted: it has to be kept as well, whatever is predicted of it. */
export function throughOther(volume: PersistentVolume, cluster: Cluster): Pick<Fate, "through"> {
  const end = diskEnd(volume, cluster);
  return end.ends === "with" ? { through: refOf(end.volume) } : {};
}

const known = new WeakMap<Cluster, Map<string, Fate>>();

/** Thousands of volumes can share a disk, and each asks for this one. */
function fateOfOther(
  volume: PersistentVolume,
  cluster: Cluster,
  knowledge: Knowledge,
  controllers: readonly AnyController[],
): Fate {
  const { name } = volume.metadata;
  const fates = known.get(cluster) ?? new Map<string, Fate>();
  const before = fates.get(name);
  if (before !== undefined) return before;
  const missed = cluster.missed();
  const fate = ownFateOf(volume, predictFrom(volume, cluster, knowledge, controllers), cluster);
  if (cluster.missed() === missed && !(mayChange in cluster)) known.set(cluster, fates.set(name, fate));
  return fate;
}
