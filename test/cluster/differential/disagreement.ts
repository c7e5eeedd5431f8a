import type { Move } from "../../../src/analysis/timeline/settle.ts";
import type { Snapshot } from "../../../src/cluster/index.ts";
import type { KubeObject } from "../../../src/kubernetes/index.ts";
import { refOf } from "../../../src/kubernetes/index.ts";
import { handleOf } from "./handles.ts";
import type { End, Prediction } from "./predict.ts";
import { circumstances, stateOf } from "./state.ts";
import { allObjects } from "./states.ts";

/** How each object ended, and what became of its data: a line for each. */
type Ending = readonly string[];

/** Nothing where the real end is one of the predicted; else where it started, and both ends. */
export function disagreement(
  prediction: Prediction,
  after: Snapshot,
  destroyed: ReadonlySet<string> | undefined,
): string | undefined {
  const { name, objects, usual, ends } = prediction;
  const left = new Map(allObjects(after).map((object) => [object.metadata.uid, object]));
  const real = objects.map((object) => {
    const handle = handleOf(object);
    const fate = destroyed === undefined || handle === undefined ? "" : fateLine(destroyed.has(handle));
    return ending(object, left.get(object.metadata.uid), fate);
  });
  const predicted = ({ world, moves }: End): Ending =>
    objects.map((object) => {
      const unknown = destroyed === undefined || handleOf(object) === undefined;
      const fate = unknown ? "" : fateLine(moves.some((move) => destroys(move, object)));
      return ending(object, world.find(refOf(object)), fate);
    });
  for (const end of ends()) if (predicted(end).join() === real.join()) return undefined;
  return [
    name,
    ...objects.map((each) => `  was        ${each.kind} ${stateOf(each)}; ${circumstances(each)}`),
    ...real.map((line) => `  real       ${line}`),
    ...predicted(usual).map((line) => `  predicted  ${line}`),
    ...usual.moves.map(moveLine),
  ].join("\n");
}

function ending({ kind }: KubeObject, end: KubeObject | undefined, fate: string): string {
  return `${kind} ${stateOf(end)}${fate}`;
}

function fateLine(isDestroyed: boolean): string {
  return `; data: ${isDestroyed ? "destroyed" : "kept"}`;
}

function destroys({ action }: Move, object: KubeObject): boolean {
  return action.do === "destroy-backend" && action.handle === handleOf(object);
}

function moveLine({ controller, action: { object, ...what } }: Move): string {
  return `  by         ${controller}, ${object.kind}: ${JSON.stringify(what)}`;
}
