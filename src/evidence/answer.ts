import type { Unread } from "../cluster/index.ts";
import type { Evidence } from "../report/index.ts";

/**
 * How sure an answer is. `proven`: a fact shows it. `likely`: something suggests it, and nothing speaks against it. `possible`:
 * nothing speaks for it, or as much against it. `refuted`: a fact shows that it is not so.
 */
type Certainty = "proven" | "likely" | "possible" | "refuted";

export interface Weighed {
  readonly is: Certainty;
  readonly for: readonly Evidence[];
  readonly against: readonly Evidence[];
}

/** It could not be looked at. */
export interface NotLooked {
  readonly is: "unread";
  readonly unread: Unread;
}

/** What every question of this room answers; `More` is what was found on the way. */
export type Answer<More = unknown> = (Weighed & More) | NotLooked;

/**
 * Weighs what speaks for something and what against it. What proves it or refutes it counts before what only suggests; where
 * two facts contradict each other, it is no more than possible.
 */
export function weigh(speaksFor: readonly Evidence[], speaksAgainst: readonly Evidence[] = []): Weighed {
  return { is: certainty(speaksFor, speaksAgainst), for: speaksFor, against: speaksAgainst };
}

function certainty(speaksFor: readonly Evidence[], speaksAgainst: readonly Evidence[]): Certainty {
  const isProven = speaksFor.some(({ verdict }) => verdict === "proves");
  const isRefuted = speaksAgainst.some(({ verdict }) => verdict === "refutes");
  if (isProven && isRefuted) return "possible";
  if (isRefuted) return "refuted";
  if (isProven) return "proven";
  return speaksFor.length > 0 && speaksAgainst.length === 0 ? "likely" : "possible";
}

export function notLooked(unread: Unread): NotLooked {
  return { is: "unread", unread };
}

/** What speaks against it, for a hold that says that it is not so. */
export function evidenceAgainst(answer: Answer): readonly Evidence[] {
  if (answer.is === "unread") return [];
  return answer.against.map((each) => (each.verdict === "refutes" ? { ...each, verdict: "proves" } : each));
}

/** Is it so, as far as anything tells? */
export function holdsUp({ is }: Pick<Answer, "is">): boolean {
  return is === "proven" || is === "likely";
}

function isDoubted(answer: Answer): boolean {
  return answer.is !== "unread" && answer.for.length === 0 && answer.against.length > 0;
}

const rank: readonly Answer["is"][] = ["proven", "likely", "possible", "unread"];

/**
 * Of several things that could be the cause, the surest, and of equally sure ones the first. One that is only possible never
 * comes before one that is proven. One that is refuted never comes, nor one for which nothing speaks and against which something
 * does.
 */
export function surest<T extends { readonly answer: Answer }>(causes: readonly T[]): T | undefined {
  for (const is of rank) {
    const found = causes.find(({ answer }) => answer.is === is && !isDoubted(answer));
    if (found !== undefined) return found;
  }
  return undefined;
}
