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
  type VolumeAttachment,
} from "../../../src/model/index.ts";
import { ordersWithin, permutations } from "./orders.ts";

/** Some objects that have to do with each other and with no others, and what the models can make of them. */
export interface Prediction {
  readonly name: string;
  readonly objects: readonly KubeObject[];
  /** The end when the controllers act in the order in which they are registered. */
  readonly usual: End;
  /** One for each order in which the controllers may come to act. */
  ends(): Iterable<End>;
}

export interface End {
  readonly moves: readonly Move[];
  readonly world: World;
}

/** Each situation has a namespace of its own, and a volume of that name. */
function situationOf(object: KubeObject): string {
  const attached = (object as VolumeAttachment).spec?.source?.persistentVolumeName;
  return attached ?? object.metadata.namespace ?? object.metadata.name;
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
    usual: endOf(cluster, chosen, objects),
    *ends() {
      for (const order of ordersWithin(byResource(chosen))) {
        for (const sequence of permutations(objects)) yield endOf(cluster, order, sequence);
      }
    },
  }));
}

/** Controllers of different kinds meet only by what they do to objects, whose order is varied too. */
function byResource(chosen: readonly AnyController[]): readonly (readonly AnyController[])[] {
  const resources = new Set(chosen.map(({ on }) => on));
  return [...resources].map((resource) => chosen.filter(({ on }) => on === resource));
}

function endOf(cluster: Cluster, order: readonly AnyController[], objects: readonly KubeObject[]): End {
  const world = createWorld(cluster);
  return { world, moves: settle(world, order, objects.map(refOf)).moves };
}

export function objectsIn(snapshot: Snapshot, kinds: readonly string[]): readonly KubeObject[] {
  return snapshot.readings
    .flatMap((reading): readonly KubeObject[] => (reading.read ? reading.items : []))
    .filter(({ kind }) => kinds.includes(kind));
}
