import { causesOf } from "../../../../src/analysis/causes.ts";
import { createCluster } from "../../../../src/cluster/create-cluster.ts";
import type { Snapshot } from "../../../../src/cluster/index.ts";
import { knowledge } from "../../../../src/knowledge.ts";
import type { KubeObject, ObjectRef } from "../../../../src/kubernetes/index.ts";
import { flatten, nameKey, refOf } from "../../../../src/kubernetes/index.ts";
import type { Hold } from "../../../../src/report/index.ts";
import { allObjects } from "../states.ts";
import { actFor } from "./act.ts";
import type { Act, Repairs } from "./repairs.ts";

/** What pvguard says of an object that stays, and what the test does about it. */
export interface Said {
  readonly object: KubeObject;
  readonly roots: readonly Hold[];
  readonly acts: readonly Act[];
}

/** Nothing when the object has gone. */
export function saidOf(uid: string, snapshot: Snapshot, repairs: Repairs = {}): Said | undefined {
  const object = allObjects(snapshot).find(({ metadata }) => metadata.uid === uid);
  if (object === undefined) return undefined;
  const cluster = createCluster(snapshot);
  const find = (ref: ObjectRef): KubeObject | undefined => {
    const found = cluster.resolve(ref);
    return found?.state === "found" ? found.object : undefined;
  };
  const { rootHolds: roots } = causesOf(object, { cluster, knowledge });
  return {
    object,
    roots,
    acts: roots.flatMap((root) => actFor(root, refOf(object), { find }, repairs) ?? []),
  };
}

export function rootLine({ held, reason, message }: Hold): string {
  return `${nameKey(held)}: ${reason}: ${flatten(message, (data) => data)}`;
}
