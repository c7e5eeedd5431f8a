import { createSandbox } from "../../../src/analysis/timeline/sandbox.ts";
import { settle } from "../../../src/analysis/timeline/settle.ts";
import { controllers } from "../../../src/controllers/index.ts";
import type { KubeObject } from "../../../src/kubernetes/index.ts";
import { refOf } from "../../../src/kubernetes/index.ts";
import { clusterOf, linesOf } from "../decisions/decide.ts";

/** What is done to the cluster before the controllers run until they rest. */
export type Step =
  | { readonly delete: KubeObject }
  | { readonly forceAway: KubeObject }
  | { readonly change: KubeObject };

interface Outcome {
  /** All moves of all controllers, in order. */
  readonly moves: readonly string[];
  readonly left: readonly string[];
}

/** Carries out the steps; after each one all controllers run. */
export function runForward(objects: readonly KubeObject[], steps: readonly Step[]): Outcome {
  const world = createSandbox(clusterOf(objects));
  const moves = steps.flatMap((step) => {
    const object = subjectOf(step);
    if ("delete" in step) world.deleteObject(refOf(object));
    else if ("forceAway" in step) world.removeObject(refOf(object));
    else world.change(object);
    const settled = settle(world, controllers, objects.map(refOf));
    return settled.moves.flatMap(({ action }) => linesOf({ decides: "act", actions: [action] }));
  });
  const left = objects.flatMap((object) =>
    world.find(refOf(object)) === undefined ? [] : [object.metadata.name],
  );
  return { moves, left };
}

function subjectOf(step: Step): KubeObject {
  if ("delete" in step) return step.delete;
  return "forceAway" in step ? step.forceAway : step.change;
}
