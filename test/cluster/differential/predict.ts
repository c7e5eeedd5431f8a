import { controllers } from "../../../src/controllers/index.ts";
import { createCluster } from "../../../src/engine/cluster.ts";
import { type Move, settle } from "../../../src/engine/forward.ts";
import { createWorld, type World } from "../../../src/engine/world.ts";
import {
  type AnyController,
  type Cluster,
  type KubeObject,
  refOf,
  type Snapshot,
} from "../../../src/model/index.ts";

/** Some objects that have to do with each other and with no others, and what the models can make of them. */
export interface Prediction {
  readonly name: string;
  readonly objects: readonly KubeObject[];
  /** One for each order in which the controllers may come to act. */
  readonly ends: readonly End[];
}

export interface End {
  readonly moves: readonly Move[];
  readonly world: World;
}

/** Each situation has a namespace of its own, and a volume of that name. */
function situationOf({ metadata: { name, namespace } }: KubeObject): string {
  return namespace ?? name;
}

/** Runs the models of these controllers from a snapshot until they rest, in each situation for itself. */
export function predictions(
  snapshot: Snapshot,
  kinds: readonly string[],
  modelled: readonly string[],
): readonly Prediction[] {
  const cluster = createCluster(snapshot);
  const chosen = controllers.filter(({ name }) => modelled.includes(name));
  const situations = new Map<string, KubeObject[]>();
  for (const object of objectsIn(snapshot, kinds)) {
    situations.set(situationOf(object), [...(situations.get(situationOf(object)) ?? []), object]);
  }
  return [...situations].map(([name, objects]) => ({
    name,
    objects,
    ends: ordersOf(chosen).flatMap((order) => [
      endOf(cluster, order, objects),
      endOf(cluster, order, [...objects].reverse()),
    ]),
  }));
}

function endOf(cluster: Cluster, order: readonly AnyController[], objects: readonly KubeObject[]): End {
  const world = createWorld(cluster);
  return { world, moves: settle(world, order, objects.map(refOf)).moves };
}

/** Each of them first once: that is enough for races between two. */
function ordersOf<T>(controllers: readonly T[]): readonly (readonly T[])[] {
  return controllers.map((first) => [first, ...controllers.filter((other) => other !== first)]);
}

export function objectsIn(snapshot: Snapshot, kinds: readonly string[]): readonly KubeObject[] {
  return snapshot.readings
    .flatMap((reading): readonly KubeObject[] => (reading.read ? reading.items : []))
    .filter(({ kind }) => kinds.includes(kind));
}
