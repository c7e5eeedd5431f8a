import type { Cluster } from "../../model/index.ts";
import { replicasOf, workloadNow } from "./replicas.ts";
import type { Rescue, Stopped } from "./rescue.ts";

/**
 * With what an earlier run has scaled down and not started again: how it was before is known from that run alone.
 *
 * @param earlier what that run remembers
 */
export function withEarlier(rescue: Rescue, earlier: readonly Stopped[], cluster: Cluster): Rescue {
  const stopped = rescue.stopped.map((now) => {
    const before = earlier.find((each) => isSame(each, now));
    return before === undefined || before.during !== now.replicas
      ? now
      : { ...now, replicas: before.replicas, whenScaled: before.whenScaled };
  });
  const others = earlier.filter(
    (each) => !rescue.stopped.some((now) => isSame(each, now)) && isStillDown(each, cluster),
  );
  return { ...rescue, stopped: [...stopped, ...others] };
}

function isSame(one: Stopped, other: Stopped): boolean {
  return one.owner.uid === other.owner.uid;
}

function isStillDown(stopped: Stopped, cluster: Cluster): boolean {
  const workload = workloadNow(stopped, cluster);
  return workload !== undefined && replicasOf(workload) === stopped.during;
}
