import {
  type AnyController,
  type Cluster,
  type Fate,
  isTerminating,
  type KubeObject,
  refOf,
} from "../model/index.ts";
import type { Knowledge } from "./define.ts";
import { fateAhead, fateOf, gravest } from "./fate.ts";
import { fateOfNamespace } from "./namespace-fate.ts";
import { type Prediction, predict } from "./predict.ts";
import { relativesOf } from "./relatives.ts";
import { createWorld } from "./world.ts";

/** What becomes of the data behind an object as things stand. */
export function fateNow(
  object: KubeObject,
  cluster: Cluster,
  prediction: Prediction,
  knowledge: Knowledge,
  controllers: readonly AnyController[],
): Fate | undefined {
  return isNamespace(object)
    ? namespaceFate(object, cluster, knowledge, controllers, "now")
    : orThatOfVolume(
        object,
        fateOf(object, cluster, prediction, knowledge, controllers),
        cluster,
        knowledge,
        controllers,
      );
}

/** An attachment comes and goes, and its volume has a fate of its own. */
export function orThatOfVolume(
  object: KubeObject,
  fate: Fate | undefined,
  cluster: Cluster,
  knowledge: Knowledge,
  controllers: readonly AnyController[],
): Fate | undefined {
  if (object.kind !== "VolumeAttachment" || fate === undefined) return fate;
  const fates = relativesOf(object, cluster).flatMap((volume) =>
    "object" in volume ? (fateAhead(volume.object, cluster, knowledge, controllers) ?? []) : [],
  );
  return gravest([fate, ...fates])[0];
}

export function isNamespace({ kind }: KubeObject): boolean {
  return kind === "Namespace";
}

/** A namespace that stays keeps what is in it. */
export function namespaceFate(
  namespace: KubeObject,
  cluster: Cluster,
  knowledge: Knowledge,
  controllers: readonly AnyController[],
  when: "now" | "if deleted",
): Fate | undefined {
  if (when === "now" && !isTerminating(namespace)) return undefined;
  return fateOfNamespace(namespace, cluster, (object) => {
    const world = createWorld(cluster);
    world.deleteObject(refOf(object));
    return fateOf(
      object,
      cluster,
      predict(refOf(object), world, knowledge, controllers),
      knowledge,
      controllers,
    );
  });
}
