import { createCluster, diagnose, type Steps, tellingEach } from "../../engine/index.ts";
import {
  type BlockerList,
  type BlockersOf,
  type Cluster,
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

/**
 * Everything that names these objects, and whether it keeps them from being deleted. Others are treated as deleted now. Each
 * snapshot has what the one before it had, and more.
 */
export function blockersOf(objects: readonly KubeObject[]): (snapshot: Snapshot) => Steps<BlockerList> {
  const subjectsFrom = tellingEach(objects, (snapshot, miss) => {
    const cluster = createCluster(snapshot, (unread) => miss(unread, "wanted"));
    return (object) => subjectOf(object, snapshot, cluster);
  });
  return function* (snapshot) {
    const { each, unread } = yield* subjectsFrom(snapshot);
    const { takenAt, clock, source, cluster, skipped } = snapshot;
    const from = cluster === undefined ? {} : { cluster };
    return { takenAt, clock, source, ...from, skipped, unread, subjects: each, findings: [], silenced: [] };
  };
}

function asDeleted(object: KubeObject, { takenAt }: Snapshot): KubeObject {
  if (isTerminating(object)) return object;
  return { ...object, metadata: { ...object.metadata, deletionTimestamp: takenAt } };
}

function subjectOf(object: KubeObject, snapshot: Snapshot, cluster: Cluster): BlockersOf {
  const ref = refOf(object);
  const diagnosis = diagnose(
    asDeleted(object, snapshot),
    cluster,
    expertise.knowledge,
    expertise.controllers,
  );
  const taken = isTerminating(object) ? "as-it-is" : "as-deleted";
  const assumed = taken === "as-deleted" ? ref : undefined;
  const holds = [...refusers(object, cluster), ...diagnosis.holds];
  const holding = holders(holds, cluster, assumed).filter((each) => nameKey(each.object) !== nameKey(ref));
  const unseen = unseenIn(diagnosis.holds);
  if (object.kind !== "PersistentVolumeClaim")
    return { object: ref, taken, blockers: holding, victims: [], unseen };
  const others = bystanders(object as PersistentVolumeClaim, holding, cluster);
  return { object: ref, taken, blockers: [...holding, ...others.harmless], victims: others.victims, unseen };
}

/** What a claim waits for keeps it from being used, not from being deleted. */
function unseenIn(holds: readonly Hold[]): readonly Unread[] {
  return holds.flatMap(({ by, held, holder }) =>
    "unread" in holder && ("finalizer" in by || held.kind !== "PersistentVolumeClaim") ? [holder.unread] : [],
  );
}
