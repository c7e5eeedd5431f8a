import { splitNumber } from "../../controllers/index.ts";
import type { Cluster, Pod, StatefulSet } from "../../model/index.ts";
import type { Stopped } from "./rescue.ts";
import type { Scalable } from "./workload.ts";

/** The very workload, as it is now. */
export function workloadNow({ owner }: Pick<Stopped, "owner">, cluster: Cluster): Scalable | undefined {
  const found = cluster.resolve(owner);
  if (found?.state !== "found" || found.object.metadata.uid !== owner.uid) return undefined;
  return found.object as Scalable;
}

export function replicasOf({ spec }: Scalable): number {
  return spec?.replicas ?? 1;
}

/** The workload is scaled so far down that this pod of it will be deleted. */
export function isOneTooMany(pod: Pod, workload: Scalable): boolean {
  const replicas = replicasOf(workload);
  if (workload.kind !== "StatefulSet" || replicas === 0) return replicas === 0;
  const ordinal = splitNumber(pod.metadata.name)?.number;
  const start = (workload as StatefulSet).spec?.ordinals?.start ?? 0;
  return ordinal !== undefined && ordinal >= start + replicas;
}
