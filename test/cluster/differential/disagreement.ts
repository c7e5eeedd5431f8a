import type { Move } from "../../../src/engine/forward.ts";
import { type KubeObject, refOf } from "../../../src/model/index.ts";
import { knownDifference } from "./known.ts";
import type { Prediction } from "./predict.ts";
import { circumstances, stateOf } from "./state.ts";

export interface Disagreement {
  readonly text: string;
  /** Set where it is one that is known. */
  readonly known: string | undefined;
}

/** Nothing where the real end is one of the predicted; else where it started, and both ends. */
export function disagreement(prediction: Prediction, now: readonly KubeObject[]): Disagreement | undefined {
  const { name, objects, ends } = prediction;
  const left = now.filter(({ metadata }) => objects.some((object) => object.metadata.uid === metadata.uid));
  const real = objects.map((object) => {
    const found = left.find(({ metadata }) => metadata.uid === object.metadata.uid);
    return `${object.kind} ${stateOf(found)}`;
  });
  const predicted = ends.map(({ world }) =>
    objects.map((object) => `${object.kind} ${stateOf(world.find(refOf(object)))}`),
  );
  if (predicted.some((end) => end.join() === real.join())) return undefined;
  const text = [
    name,
    ...objects.map((each) => `  was        ${each.kind} ${stateOf(each)}; ${circumstances(each)}`),
    ...real.map((line) => `  real       ${line}`),
    ...(predicted[0] ?? []).map((line) => `  predicted  ${line}`),
    ...(ends[0]?.moves ?? []).map(moveLine),
  ].join("\n");
  return { text, known: knownDifference(prediction, left) };
}

function moveLine({ controller, action: { object, ...what } }: Move): string {
  return `  by         ${controller}, ${object.kind}: ${JSON.stringify(what)}`;
}
