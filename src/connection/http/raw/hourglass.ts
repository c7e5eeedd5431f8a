import { type Phase, TimeLimit } from "../break.ts";

/** The time limits of one request: one for the whole, and one for the step that it is in. */
export interface Hourglass {
  enter(phase: Phase, milliseconds: number): void;
  /** Something came: the step has its whole time again. */
  again(): void;
  /** Nobody waits for the next step yet. */
  stop(): void;
  end(): void;
  phase(): Phase;
}

const longestTimer = 2 ** 31 - 1;

export function hourglass(whole: number, expired: (limit: TimeLimit) => void): Hourglass {
  let phase: Phase = "connect";
  let step: NodeJS.Timeout | undefined;
  const all = setTimeout(() => expired(new TimeLimit("request", whole)), Math.min(whole, longestTimer));
  return {
    enter(next, milliseconds) {
      phase = next;
      clearTimeout(step);
      step = setTimeout(() => expired(new TimeLimit(next, milliseconds)), milliseconds);
    },
    again: () => step?.refresh(),
    stop: () => clearTimeout(step),
    end() {
      clearTimeout(step);
      clearTimeout(all);
    },
    phase: () => phase,
  };
}
