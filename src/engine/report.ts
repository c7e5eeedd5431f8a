import type { AnyController, KubeObject, Report, Snapshot, Unread } from "../model/index.ts";
import { createCluster } from "./cluster.ts";
import type { Knowledge } from "./define.ts";
import { diagnose } from "./diagnose.ts";

/**
 * Whether a reader sees each step of what would happen if an object that lives were deleted, or in one sentence how that
 * would end, or nothing of it: then it is not asked, which is most of the work where there are many objects.
 */
export type Foretold = "step by step" | "in a sentence" | "not at all";

/**
 * The report on some objects of a snapshot. Its `unread` says what would have been needed and was not read: a caller
 * that can read more collects that, and asks again.
 */
export function report(
  objects: readonly KubeObject[],
  snapshot: Snapshot,
  knowledge: Knowledge,
  controllers: readonly AnyController[],
  foretold: Foretold = "step by step",
): Report {
  const unread = new Map<string, Unread>();
  const miss = (missing: Unread) => unread.set(JSON.stringify([missing.resource, missing.scope]), missing);
  const cluster = createCluster(snapshot, miss);
  const ahead =
    foretold === "step by step"
      ? cluster
      : createCluster(snapshot, (missing) => isOfNoAccount(missing) || miss(missing));
  const deletion = foretold === "not at all" ? "untold" : "told";
  const diagnoses = objects.map((object) =>
    diagnose(object, cluster, knowledge, controllers, { ahead, deletion }),
  );
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

/**
 * How the deletion of a claim that is well ends: which attachments its volume has decides when, and not whether; other
 * volumes of the same disk are told of where all is told. Both are long lists, and are left unread.
 */
function isOfNoAccount({ resource, scope, reason }: Unread): boolean {
  return reason === "NotCollected" && scope.of === "cluster" && leftUnread.includes(resource);
}

const leftUnread: readonly string[] = ["storage.k8s.io/v1/volumeattachments", "v1/persistentvolumes"];
