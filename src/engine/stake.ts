import type { AnyController, Cluster, DataFate, Fate, KubeObject, PersistentVolume } from "../model/index.ts";
import { refOf } from "../model/index.ts";
import type { Knowledge } from "./define.ts";
import { fateNow } from "./fate-now.ts";
import { backingOf, subjectOf } from "./fate-subject.ts";
import { throughOther } from "./fate-with-another.ts";
import { predictFrom } from "./predict.ts";

/**
 * What a step about this object puts at stake, of which the outlook is known: the disk, and what keeps it. Only of what is
 * unknown it has to be asked why.
 */
export function stakeIn(
  object: KubeObject,
  outlook: DataFate | undefined,
  cluster: Cluster,
  knowledge: Knowledge,
  controllers: readonly AnyController[],
): Fate | undefined {
  switch (outlook) {
    case "unknown": {
      const prediction = predictFrom(object, cluster, knowledge, controllers);
      return fateNow(object, cluster, prediction, knowledge, controllers);
    }
    case "destroyed":
    case "exposed":
    case "leaked":
      return { data: outlook, because: [], ...diskBehind(object, cluster) };
    case "kept":
    case "already-gone":
    case "none":
    case undefined:
      return undefined;
  }
}

function diskBehind(object: KubeObject, cluster: Cluster): Partial<Fate> {
  const subject = subjectOf(object, cluster);
  if (subject === undefined || "fate" in subject) return {};
  const { policy: _, ...where } = backingOf(subject.found);
  const through =
    subject.found.kind === "PersistentVolume" ? throughOther(subject.found as PersistentVolume, cluster) : {};
  return { volume: refOf(subject.found), ...where, ...through };
}
