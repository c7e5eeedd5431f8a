import type { Cluster } from "../cluster/index.ts";
import { claimOf, diskEnd, unbindVolume } from "../controllers/index.ts";
import type { AuditContext, Knowledge } from "../define/index.ts";
import { relativesOf, stateSince } from "../define/index.ts";
import type { KubeObject, PersistentVolume } from "../kubernetes/index.ts";
import { nameKey, nameOf, refOf } from "../kubernetes/index.ts";
import type { DataFate } from "../report/index.ts";
import { remarkOn } from "./diagnose.ts";
import { fateWithAnother, gravestOf, isDestruction, verdictOn } from "./fate.ts";
import { namespaceFate } from "./fate-now.ts";
import { backingOf, subjectOf } from "./fate-subject.ts";
import { toldOf, toldOfSnapshot } from "./fate-told.ts";
import type { ExplainedGraph } from "./graph.ts";
import { causeGraph, verdictOf } from "./graph.ts";
import type { Edge } from "./holds.ts";
import { holdsOf } from "./holds.ts";
import { predictFrom } from "./predict.ts";

/**
 * What the rules may ask, over one cluster. All rules are asked about an object before the next one.
 *
 * @param isAskedAgain whether what is said of the object that is judged is void, since something was missed: then what
 * is dear need not be worked out
 */
export function auditContext(
  cluster: Cluster,
  olderThan: number,
  knowledge: Knowledge,
  isAskedAgain: () => boolean = () => false,
): AuditContext {
  const workedOut = latest(() => new Map<unknown, unknown>());
  const ownOf = latest((object) => holdsOf(object, cluster, knowledge));
  const behind = holdsBehind(cluster, knowledge);
  const graphOf = latest((object) => causeGraph(object, cluster, knowledge, ownOf(object), behind));
  /** That of a claim is asked for again for its pods and attachments, each of which may free it. */
  const outlooks = new Map<string, { readonly data: DataFate | undefined }>();
  return {
    cluster,
    olderThan,
    explain(object) {
      const since = stateSince(object);
      return { holds: graphOf(object).holds, ...(since === undefined ? {} : { since }) };
    },
    ownHolds: ownOf,
    once<O extends KubeObject, T>(object: O, workOut: (object: O, cluster: Cluster) => T): T {
      const known = workedOut(object);
      if (!known.has(workOut)) known.set(workOut, workOut(object, cluster));
      // Only what this function worked out is known under it.
      return known.get(workOut) as T;
    },
    verdict(object) {
      const graph = graphOf(object);
      const remark = graph.holds.length === 0 ? remarkOn(object, cluster, knowledge) : undefined;
      return verdictOf(object, graph, remark);
    },
    outlook(object) {
      const key = nameKey(refOf(object));
      const known = outlooks.get(key);
      if (known !== undefined) return known.data;
      const { value: data, missed } = cluster.noting(() =>
        outlookOf(object, () => graphOf(object), cluster, knowledge, isAskedAgain),
      );
      if (!isAskedAgain() && missed.length === 0) outlooks.set(key, { data });
      return data;
    },
  };
}

/** What holds so many objects is remembered: a chain is gone through again from each of its objects. */
const mostBehind = 4096;

/**
 * What holds an object on the way to a cause. What is nearer than that is seldom met again, and not remembered; nor is what
 * was not wholly read, since each that asks is to know that.
 */
function holdsBehind(cluster: Cluster, knowledge: Knowledge) {
  const known = new Map<string, readonly Edge[]>();
  return (object: KubeObject, depth: number): readonly Edge[] => {
    const key = nameKey(refOf(object));
    const before = known.get(key);
    if (before !== undefined) return before;
    const { value: edges, missed } = cluster.noting(() => holdsOf(object, cluster, knowledge));
    if (depth > 1 && known.size < mostBehind && missed.length === 0) known.set(key, edges);
    return edges;
  };
}

/** Remembers what was made of one object, however many rules ask, and forgets it at the next. */
function latest<T>(make: (object: KubeObject) => T): (object: KubeObject) => T {
  let last: { readonly object: KubeObject; readonly made: T } | undefined;
  return (object) => {
    if (last?.object !== object) last = { object, made: make(object) };
    return last.made;
  };
}

/**
 * What becomes of the data behind an object as things go on. As the fate of a diagnosis has it, without what only its words
 * need; `undefined` where there is nothing behind it, or where it cannot be told yet.
 *
 * @param isAskedAgain whether something was missed that will be there when the same is asked again
 */
export function outlookOf(
  object: KubeObject,
  graph: () => ExplainedGraph,
  cluster: Cluster,
  knowledge: Knowledge,
  isAskedAgain: () => boolean,
): DataFate | undefined {
  const own = ownOutlook(object, graph, cluster, knowledge, isAskedAgain);
  if (object.kind !== "VolumeAttachment" || own === undefined || own === "destroyed") return own;
  const ofVolume = relativesOf(object, cluster).map((volume) =>
    "object" in volume
      ? outlookOf(
          volume.object,
          () => causeGraph(volume.object, cluster, knowledge),
          cluster,
          knowledge,
          isAskedAgain,
        )
      : undefined,
  );
  return isAskedAgain() ? undefined : gravestOf([own, ...ofVolume]);
}

function ownOutlook(
  object: KubeObject,
  graph: () => ExplainedGraph,
  cluster: Cluster,
  knowledge: Knowledge,
  isAskedAgain: () => boolean,
): DataFate | undefined {
  if (object.kind === "Namespace") return namespaceFate(object, cluster, knowledge, "now")?.data;
  const subject = subjectOf(object, cluster);
  if (subject === undefined || "fate" in subject) return subject?.fate.data;
  const ref = refOf(subject.found);
  const { policy } = backingOf(subject.found);
  const volume = subject.found.kind === "PersistentVolume" ? subject.found : undefined;
  const withAnother = () => volume && fateWithAnother(volume, cluster, knowledge)?.data;
  if (subject.found.kind === "VolumeSnapshotContent") {
    const told = toldOfSnapshot(subject.found, nameOf(ref), cluster)?.data;
    if (told !== undefined) return told;
  }
  if (volume !== undefined) {
    const told = toldOf(volume, nameOf(ref), cluster)?.data;
    if (told !== undefined) return told === "already-gone" ? told : (withAnother() ?? told);
    if (policy === "Retain" && isLeftAlone(volume, cluster)) return "kept";
  }
  if (isAskedAgain()) return undefined;
  const until = (action: Parameters<typeof isDestruction>[1]) => isDestruction(ref, action);
  const prediction = predictFrom(object, cluster, knowledge, { graph: graph(), until });
  const { data } = verdictOn(ref, policy, nameOf(ref), prediction);
  return data === "destroyed" || isAskedAgain() ? data : (withAnother() ?? data);
}

function isLeftAlone(volume: PersistentVolume, cluster: Cluster): boolean {
  return !mayBecomeFree(volume, cluster) && diskEnd(volume, cluster).ends === "no";
}

/**
 * May the PV controller release the volume for another claim, because its own claim is bound to another volume? Nothing
 * else happens to the data of a volume with policy Retain.
 */
function mayBecomeFree(volume: PersistentVolume, cluster: Cluster): boolean {
  const named = claimOf(volume);
  if (named === undefined || unbindVolume(volume) !== "whole") return false;
  const claim = cluster.get("v1/persistentvolumeclaims", named.name, named.namespace);
  if (claim.state !== "found") return claim.state === "unread";
  return claim.object.spec?.volumeName !== volume.metadata.name;
}
