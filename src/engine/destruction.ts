import {
  type AnyController,
  type Cluster,
  type KubeObject,
  type PersistentVolume,
  refOf,
} from "../model/index.ts";
import type { Knowledge } from "./define.ts";
import { namespaceFate } from "./diagnose.ts";
import { isDestruction, verdictOn } from "./fate.ts";
import { backingOf, subjectOf } from "./fate-subject.ts";
import { toldOf } from "./fate-told.ts";
import type { ExplainedGraph } from "./graph.ts";
import { predictFrom } from "./predict.ts";
import { nameOf } from "./words.ts";

/**
 * Is the data behind an object destroyed as things go on? As the fate of a diagnosis has it, without what only its words
 * need.
 *
 * @param isAskedAgain whether something was missed that will be there when the same is asked again
 */
export function isDestroyed(
  object: KubeObject,
  graph: ExplainedGraph,
  cluster: Cluster,
  knowledge: Knowledge,
  controllers: readonly AnyController[],
  isAskedAgain: () => boolean,
): boolean {
  if (object.kind === "Namespace")
    return namespaceFate(object, cluster, knowledge, controllers, "now")?.data === "destroyed";
  const subject = subjectOf(object, cluster);
  if (subject === undefined || "fate" in subject) return false;
  const ref = refOf(subject.found);
  const { policy } = backingOf(subject.found);
  if (subject.found.kind === "PersistentVolume") {
    // No controller deletes the data of a volume with this policy.
    if (policy === "Retain") return false;
    if (toldOf(subject.found as PersistentVolume, nameOf(ref), cluster) !== undefined) return false;
  }
  if (isAskedAgain()) return false;
  const until = (action: Parameters<typeof isDestruction>[1]) => isDestruction(ref, action);
  const prediction = predictFrom(object, cluster, knowledge, controllers, { graph, until });
  return verdictOn(ref, policy, nameOf(ref), prediction).data === "destroyed";
}
