import type { Acceptance, Remedy, Safety } from "../model/index.ts";
import { factsOf } from "./dangers.ts";

function isLoss({ name }: Acceptance): boolean {
  return factsOf(name)?.cost === "loss";
}

/** What must be accepted says more than the remedy knew. */
export function safetyWith(safety: Safety, accept: readonly Acceptance[]): Safety {
  if (safety === "loses-data" || accept.some(isLoss)) return "loses-data";
  return accept.length > 0 ? "risky" : safety;
}

/** The remedy, called no safer than what must be accepted for it. */
export function weighed(remedy: Remedy): Remedy {
  const safety = safetyWith(remedy.safety, remedy.fix?.accept ?? []);
  return safety === remedy.safety ? remedy : { ...remedy, safety };
}
