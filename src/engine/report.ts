import type { AnyController, KubeObject, Report, Snapshot, Unread } from "../model/index.ts";
import { createCluster } from "./cluster.ts";
import type { Knowledge } from "./define.ts";
import { diagnose } from "./diagnose.ts";

/**
 * The report on some objects of a snapshot. Its `unread` says what would have been needed and was not read: a caller
 * that can read more collects that, and asks again.
 */
export function report(
  objects: readonly KubeObject[],
  snapshot: Snapshot,
  knowledge: Knowledge,
  controllers: readonly AnyController[],
): Report {
  const unread = new Map<string, Unread>();
  const cluster = createCluster(snapshot, (missing) =>
    unread.set(JSON.stringify([missing.resource, missing.scope]), missing),
  );
  const diagnoses = objects.map((object) => diagnose(object, cluster, knowledge, controllers));
  const { takenAt, clock, source, skipped } = snapshot;
  return {
    takenAt,
    clock,
    source,
    skipped,
    unread: [...unread.values()],
    diagnoses,
    findings: [],
    silenced: [],
  };
}
