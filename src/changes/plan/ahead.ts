import type { Prediction, World } from "../../analysis/index.ts";
import { fateOf, gravest, predict } from "../../analysis/index.ts";
import type { Cluster, Unread } from "../../cluster/index.ts";
import type { Knowledge } from "../../define/index.ts";
import { relativesOf } from "../../define/index.ts";
import type { KubeObject, ObjectRef } from "../../kubernetes/index.ts";
import { kindNamed, nameKey, refOf } from "../../kubernetes/index.ts";
import type { Fate, NextStep } from "../../report/index.ts";

/** What comes of a plan once its steps are done. */
interface Ahead {
  readonly prediction: Prediction;
  readonly next: readonly NextStep[];
  /** The gravest first. */
  readonly fates: readonly Fate[];
  readonly unread: readonly Unread[];
}

/** Runs the controllers forward for each of these objects, in the world as the acts have left it. */
export function lookAhead(
  near: readonly KubeObject[],
  world: World,
  before: Cluster,
  knowledge: Knowledge,
): Ahead {
  const all = near.map((each) => predict(refOf(each), world, knowledge));
  const prediction: Prediction = {
    steps: all.flatMap(({ steps }) => steps),
    moves: all.flatMap(({ moves }) => moves),
    end: world,
    unread: all.flatMap(({ unread }) => unread),
  };
  const fates = near.flatMap((each) => fateOf(each, before, prediction, knowledge) ?? []);
  return { prediction, next: prediction.steps, fates: gravest(fates), unread: prediction.unread };
}

const mostDepth = 2;

interface Around {
  readonly objects: readonly KubeObject[];
  /** What may be around them too, and was not read. */
  readonly unread: readonly Unread[];
}

/** The objects, and those whose controllers may act when something happens to them: pod, claim, volume. */
export function around(refs: readonly ObjectRef[], cluster: Cluster): Around {
  const found = new Map<string, KubeObject>();
  const unread: Unread[] = [];
  let layer = refs.flatMap((ref) => {
    const resolved = cluster.resolve(ref);
    return resolved?.state === "found" ? [resolved.object] : [];
  });
  for (let depth = 0; depth <= mostDepth; depth += 1) {
    const fresh = layer.filter((object) => !found.has(nameKey(refOf(object))));
    for (const object of fresh) found.set(nameKey(refOf(object)), object);
    const relatives = fresh.flatMap((object) => relativesOf(object, cluster));
    for (const relative of relatives) if ("unread" in relative) unread.push(relative.unread);
    layer = relatives.flatMap((relative) => ("object" in relative ? [relative.object] : []));
  }
  return { objects: [...found.values()], unread };
}

const worthSaving: readonly string[] = [
  "PersistentVolumeClaim",
  "PersistentVolume",
  "VolumeAttachment",
  "VolumeSnapshot",
  "VolumeSnapshotContent",
];

/** What a later re-creation would need: saved before the first write. */
export function related(objects: readonly KubeObject[]): readonly ObjectRef[] {
  return objects
    .filter(({ kind, apiVersion }) => worthSaving.includes(kind) && kindNamed(apiVersion, kind) !== undefined)
    .map(refOf);
}
