import type { Sandbox } from "../../../src/analysis/timeline/sandbox.ts";
import { createSandbox } from "../../../src/analysis/timeline/sandbox.ts";
import type { Move } from "../../../src/analysis/timeline/settle.ts";
import { settle } from "../../../src/analysis/timeline/settle.ts";
import { createCluster } from "../../../src/cluster/create-cluster.ts";
import type { Cluster, Snapshot } from "../../../src/cluster/index.ts";
import type { AnyController } from "../../../src/controllers/index.ts";
import { controllers } from "../../../src/controllers/index.ts";
import type { KubeObject } from "../../../src/kubernetes/index.ts";
import { refOf } from "../../../src/kubernetes/index.ts";
import { someOf } from "./orders.ts";
import { isOneOf, ownObjects } from "./states.ts";
import type { Trial } from "./trial.ts";

/** One state before its controllers ran, and what the models can make of it. */
export interface Prediction {
  readonly name: string;
  readonly snapshot: Snapshot;
  /** Those that are compared. */
  readonly objects: readonly KubeObject[];
  /** The end when the controllers act in the order in which they are registered. */
  readonly usual: End;
  /** One for each order in which the controllers may come to act, or for some of very many. */
  ends(): Iterable<End>;
}

export interface End {
  readonly moves: readonly Move[];
  readonly world: Sandbox;
}

/** Runs the models forward from one state until they rest. */
export function predict(
  name: string,
  snapshot: Snapshot,
  { compared, modelled, late, homeOf }: Pick<Trial<never>, "compared" | "modelled" | "late" | "homeOf">,
): Prediction {
  const cluster = createCluster(snapshot);
  const chosen = controllers.filter((controller) => modelled.includes(controller.name));
  const objects = ownObjects(snapshot, name, homeOf).filter(isOneOf(compared));
  return {
    name,
    snapshot,
    objects,
    usual: endOf(cluster, chosen, objects),
    *ends() {
      yield* endsOf(cluster, chosen, objects);
      if (late !== undefined) {
        const behind = chosen.map((controller) => late(controller, cluster));
        yield* endsOf(cluster, behind, objects);
      }
    },
  };
}

function* endsOf(
  cluster: Cluster,
  chosen: readonly AnyController[],
  objects: readonly KubeObject[],
): Generator<End> {
  for (const [order, sequence] of someOf(byResource(chosen), objects)) {
    yield endOf(cluster, order, sequence);
    yield endOf(cluster, order.flatMap(atOnce), sequence);
  }
}

/** Controllers of different kinds meet only by what they do to objects, whose order is varied too. */
function byResource(chosen: readonly AnyController[]): readonly (readonly AnyController[])[] {
  const resources = new Set(chosen.map(({ on }) => on));
  return [...resources].map((resource) => chosen.filter(({ on }) => on === resource));
}

/** What a model does in several turns, its controller may do in one: the finalizers first, and then the rest. */
function atOnce(controller: AnyController): readonly AnyController[] {
  return [controller, controller, controller];
}

function endOf(cluster: Cluster, order: readonly AnyController[], objects: readonly KubeObject[]): End {
  const world = createSandbox(cluster);
  return { world, moves: settle(world, order, objects.map(refOf)).moves };
}
