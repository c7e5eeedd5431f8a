import type { Cluster } from "../cluster/index.ts";
import { objectOf } from "../cluster/index.ts";
import type { Relative } from "../define/index.ts";
import type { KubeObject, Pod } from "../kubernetes/index.ts";
import { nameKey, refOf } from "../kubernetes/index.ts";
import type { Timeline } from "./analysis.ts";
import { disksOf } from "./disks/disks.ts";
import { claimsFreedBy, claimsGoingWithFew, volumesFreedBy } from "./disks/freed-claims.ts";
import { canBeLost, isWithin } from "./losses.ts";
import { unseenKey } from "./timeline/settle.ts";
import type { TimedUnseen } from "./timeline/steps.ts";
import { volumesForClaimOf } from "./waiting-for.ts";

/** Which objects a future follows, and of which it is not known how they go on. */
export type Sight = Pick<Timeline, "unseen" | "followed">;

/**
 * The disks that may be lost in a future, for all that could be read: those behind the objects of
 * which it is not known how they go on, unless that is so as early without the event.
 *
 * @returns their records, or that these were not read
 */
export function unseenDisks(
  { unseen, followed }: Sight,
  without: () => Sight,
  cluster: Cluster,
): readonly Relative[] {
  if (unseen.length === 0) return [];
  const other = without();
  const anyway = new Map(other.unseen.map((each) => [unseenKey(each), each]));
  const keysOf = (objects: readonly KubeObject[]) => new Set(objects.map((each) => nameKey(refOf(each))));
  const [here, there] = [keysOf(followed), keysOf(other.followed)];
  /** What ends around an object is known only where that is followed. */
  const isAsEarly = (each: TimedUnseen) => {
    const known = anyway.get(unseenKey(each));
    const key = nameKey(each.object);
    return known !== undefined && isWithin(known.after, each.after) && (there.has(key) || !here.has(key));
  };
  const added = unseen.filter((each) => !isAsEarly(each));
  const objects = new Set(added.flatMap(({ object }) => objectOf(cluster.resolve(object)) ?? []));
  return [...objects].flatMap((object) => recordsBehind(object, cluster));
}

/** Of its own data, and of that of the claims and volumes which its end frees or takes along. */
function recordsBehind(object: KubeObject, cluster: Cluster): readonly Relative[] {
  const along = object.kind === "Pod" ? claimsGoingWithFew(object as Pod, cluster) : [];
  const freed = [...claimsFreedBy(object, cluster), ...volumesFreedBy(object, cluster)];
  return [object, ...freed, ...along].flatMap((each) => {
    const own = disksOf(each, cluster).flatMap((disk) => ("record" in disk ? [{ object: disk.record }] : []));
    const all: readonly Relative[] = [...own, ...volumesForClaimOf(each, cluster)];
    return all.filter((disk) => "unread" in disk || canBeLost(disk.object, cluster));
  });
}
