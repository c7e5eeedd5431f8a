import type { Steps } from "../engine/index.ts";
import type { Snapshot } from "../model/index.ts";
import type { Edge } from "./edge.ts";

/** So many steps are taken before others have their turn: for a healthy object, one takes less than a millisecond. */
const stepsInATurn = 16;

/** Goes through what takes long, and rests now and then: else an interruption would be heard of only at the end. */
export function inTurns<T>(
  begin: (snapshot: Snapshot) => Steps<T>,
  rest: Edge["rest"],
): (snapshot: Snapshot) => Promise<T> {
  return async (snapshot) => {
    const steps = begin(snapshot);
    for (let taken = 1; ; taken += 1) {
      const step = steps.next();
      if (step.done === true) return step.value;
      if (taken % stepsInATurn === 0) await rest();
    }
  };
}
