import type { Cluster } from "../cluster/index.ts";
import { objectOf } from "../cluster/index.ts";
import { claimEnd, reclaimPolicyOf, unreadOwner } from "../controllers/index.ts";
import type { PersistentVolumeClaim } from "../kubernetes/index.ts";
import { isTerminating } from "../kubernetes/index.ts";
import type { Fate } from "../report/index.ts";
import type { Timeline } from "./analysis.ts";
import { boundKey, claimsAhead } from "./claims-ahead.ts";
import { unseenFate } from "./disks/fate.ts";
import { volumesForClaimOf } from "./losses.ts";

/**
 * What cannot be told of the claims that take part in a future: whether one goes that gets its volume only there, what was
 * reserved for one that is gone, and whether one goes because of an owner that was not read.
 *
 * @param boundAnyway what claims get without it, by `boundKey`
 */
export function unseenClaims(
  timeline: Timeline,
  boundAnyway: () => ReadonlySet<string>,
  cluster: Cluster,
): readonly Fate[] {
  const told = [...unseenOnceBound(timeline, boundAnyway, cluster), ...unseenOfGone(timeline, cluster)];
  return told.length > 0 ? told : unseenOwners(timeline, cluster);
}

/** Nothing else asks about the end of a claim because of a volume that it gets only here. */
function unseenOnceBound(
  { moves, end }: Timeline,
  boundAnyway: () => ReadonlySet<string>,
  cluster: Cluster,
): readonly Fate[] {
  return moves.flatMap(({ action }) => {
    if (action.do !== "bind") return [];
    const claim = objectOf(cluster.resolve(action.object));
    if (claim?.kind !== "PersistentVolumeClaim" || isRetained(action.volume.name, end.cluster)) return [];
    const ending = claimEnd(claim, cluster);
    if (ending.ends !== "unread" || boundAnyway().has(boundKey(action))) return [];
    return unseenFate(ending.unread);
  });
}

/** Nor about volumes that may be reserved for a claim that goes, perhaps earlier than it would otherwise. */
function unseenOfGone(timeline: Timeline, cluster: Cluster): readonly Fate[] {
  return claimsAhead(timeline).gone.flatMap((ref) => {
    const claim = objectOf(cluster.resolve(ref));
    const reserved = claim === undefined ? [] : volumesForClaimOf(claim, cluster);
    return reserved.flatMap((each) => ("unread" in each ? unseenFate(each.unread) : []));
  });
}

function unseenOwners({ moves, end }: Timeline, cluster: Cluster): readonly Fate[] {
  const objects = new Set(moves.flatMap(({ action }) => objectOf(cluster.resolve(action.object)) ?? []));
  const claims = [...objects].filter((object) => object.kind === "PersistentVolumeClaim");
  return (claims as readonly PersistentVolumeClaim[]).flatMap((claim) => {
    const { volumeName = "" } = claim.spec ?? {};
    if (volumeName === "" || isTerminating(claim) || isRetained(volumeName, end.cluster)) return [];
    return unseenFate(unreadOwner(claim, cluster));
  });
}

function isRetained(volumeName: string, cluster: Cluster): boolean {
  const volume = cluster.get("v1/persistentvolumes", volumeName);
  return volume.state === "found" && reclaimPolicyOf(volume.object) === "Retain";
}
