import type { Move } from "../../../src/engine/forward.ts";
import { type KubeObject, refOf } from "../../../src/model/index.ts";
import { knownDifference } from "./known.ts";
import type { End, Prediction } from "./predict.ts";
import { circumstances, stateOf } from "./state.ts";

export interface Disagreement {
  readonly text: string;
  /** Set where it is one that is known. */
  readonly known: string | undefined;
}

/** Nothing where the real end is one of the predicted; else where it started, and both ends. */
export function disagreement(prediction: Prediction, now: readonly KubeObject[]): Disagreement | undefined {
  const { name, objects, usual, ends } = prediction;
  const left = now.filter(({ metadata }) => objects.some((object) => object.metadata.uid === metadata.uid));
  const real = linesOf(objects, ({ metadata }) =>
    left.find((object) => object.metadata.uid === metadata.uid),
  );
  const predicted = ({ world }: End) => linesOf(objects, (object) => world.find(refOf(object)));
  for (const end of ends()) if (predicted(end).join() === real.join()) return undefined;
  const text = [
    name,
    ...objects.map((each) => `  was        ${each.kind} ${stateOf(each)}; ${circumstances(each)}`),
    ...real.map((line) => `  real       ${line}`),
    ...predicted(usual).map((line) => `  predicted  ${line}`),
    ...usual.moves.map(moveLine),
  ].join("\n");
  return { text, known: knownDifference(prediction, left) };
}

function linesOf(
  objects: readonly KubeObject[],
  find: (object: KubeObject) => KubeObject | undefined,
): readonly string[] {
  return objects.map((object) => `${object.kind} ${stateOf(find(object))}`);
}

function moveLine({ controller, action: { object, ...what } }: Move): string {
  return `  by         ${controller}, ${object.kind}: ${JSON.stringify(what)}`;
}
