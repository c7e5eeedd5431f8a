import { createCluster, report } from "../../engine/index.ts";
import {
  type BlockerList,
  type BlockersOf,
  type Cluster,
  type Diagnosis,
  type Hold,
  isTerminating,
  type KubeObject,
  nameKey,
  type PersistentVolumeClaim,
  refOf,
  type Snapshot,
  type Unread,
} from "../../model/index.ts";
import { expertise } from "../expertise.ts";
import { bystanders } from "./bystanders.ts";
import { holders } from "./holders.ts";
import { refusers } from "./refusers.ts";

/** Everything that names these objects, and whether it keeps them from going. A live object is taken as deleted now. */
export function blockerList(objects: readonly KubeObject[], snapshot: Snapshot): BlockerList {
  const unread = new Map<string, Unread>();
  const cluster = createCluster(snapshot, (missing) => unread.set(keyOf(missing), missing));
  const { diagnoses, ...seen } = report(
    objects.map((object) => asDeleted(object, snapshot)),
    snapshot,
    expertise.knowledge,
    expertise.controllers,
  );
  for (const missing of seen.unread) unread.set(keyOf(missing), missing);
  const subjects = diagnoses.map((diagnosis, position) => subjectOf(objects[position], diagnosis, cluster));
  return { ...seen, unread: [...unread.values()], subjects };
}

function keyOf({ resource, scope }: Unread): string {
  return JSON.stringify([resource, scope]);
}

function asDeleted(object: KubeObject, { takenAt }: Snapshot): KubeObject {
  if (isTerminating(object)) return object;
  return { ...object, metadata: { ...object.metadata, deletionTimestamp: takenAt } };
}

function subjectOf(object: KubeObject | undefined, diagnosis: Diagnosis, cluster: Cluster): BlockersOf {
  const ref = object === undefined ? diagnosis.object : refOf(object);
  const taken = object === undefined || isTerminating(object) ? "as-it-is" : "as-deleted";
  const assumed = taken === "as-deleted" ? ref : undefined;
  const holds = [...(object === undefined ? [] : refusers(object, cluster)), ...diagnosis.holds];
  const holding = holders(holds, cluster, assumed).filter((each) => nameKey(each.object) !== nameKey(ref));
  const unseen = unseenIn(diagnosis.holds);
  if (object?.kind !== "PersistentVolumeClaim")
    return { object: ref, taken, blockers: holding, victims: [], unseen };
  const others = bystanders(object as PersistentVolumeClaim, holding, cluster);
  return { object: ref, taken, blockers: [...holding, ...others.harmless], victims: others.victims, unseen };
}

/** What a claim waits for keeps it from being used, and not from going. */
function unseenIn(holds: readonly Hold[]): readonly Unread[] {
  return holds.flatMap(({ by, held, holder }) =>
    "unread" in holder && ("finalizer" in by || held.kind !== "PersistentVolumeClaim") ? [holder.unread] : [],
  );
}
