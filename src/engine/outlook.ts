import { claimOf, diskEnd, unbindVolume } from "../controllers/index.ts";
import {
  type AnyController,
  type Cluster,
  type DataFate,
  type KubeObject,
  type PersistentVolume,
  refOf,
  type VolumeSnapshotContent,
} from "../model/index.ts";
import type { Knowledge } from "./define.ts";
import { gravestOf } from "./fate.ts";
import { namespaceFate } from "./fate-now.ts";
import { backingOf, subjectOf } from "./fate-subject.ts";
import { toldOf, toldOfSnapshot } from "./fate-told.ts";
import { fateWithAnother } from "./fate-with-another.ts";
import { causeGraph, type ExplainedGraph } from "./graph.ts";
import { isDestruction, verdictOn } from "./own-fate.ts";
import { predictFrom } from "./predict.ts";
import { relativesOf } from "./relatives.ts";
import { nameOf } from "./words.ts";

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
  controllers: readonly AnyController[],
  isAskedAgain: () => boolean,
): DataFate | undefined {
  const own = ownOutlook(object, graph, cluster, knowledge, controllers, isAskedAgain);
  if (object.kind !== "VolumeAttachment" || own === undefined || own === "destroyed") return own;
  const ofVolume = relativesOf(object, cluster).map((volume) =>
    "object" in volume
      ? outlookOf(
          volume.object,
          () => causeGraph(volume.object, cluster, knowledge),
          cluster,
          knowledge,
          controllers,
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
  controllers: readonly AnyController[],
  isAskedAgain: () => boolean,
): DataFate | undefined {
  if (object.kind === "Namespace") return namespaceFate(object, cluster, knowledge, controllers, "now")?.data;
  const subject = subjectOf(object, cluster);
  if (subject === undefined || "fate" in subject) return subject?.fate.data;
  const ref = refOf(subject.found);
  const { policy } = backingOf(subject.found);
  const volume = subject.found.kind === "PersistentVolume" ? (subject.found as PersistentVolume) : undefined;
  const withAnother = () => volume && fateWithAnother(volume, cluster, knowledge, controllers)?.data;
  if (subject.found.kind === "VolumeSnapshotContent") {
    const told = toldOfSnapshot(subject.found as VolumeSnapshotContent, nameOf(ref), cluster)?.data;
    if (told !== undefined) return told;
  }
  if (volume !== undefined) {
    const told = toldOf(volume, nameOf(ref), cluster)?.data;
    if (told !== undefined) return told === "already-gone" ? told : (withAnother() ?? told);
    if (policy === "Retain" && isLeftAlone(volume, cluster)) return "kept";
  }
  if (isAskedAgain()) return undefined;
  const until = (action: Parameters<typeof isDestruction>[1]) => isDestruction(ref, action);
  const prediction = predictFrom(object, cluster, knowledge, controllers, { graph: graph(), until });
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
