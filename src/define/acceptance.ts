/** What a person must accept by its name before it is done. */

import type { ObjectRef, Phrase } from "../kubernetes/index.ts";
import type { Acceptance, Refusal, Remedy, Safety } from "../report/index.ts";
import type { Command, Danger, DangerFacts } from "./dangers.ts";
import { dangers } from "./dangers.ts";

export function acceptedBy(command: Command): readonly Danger[] {
  const all = Object.entries(dangers) as readonly (readonly [Danger, DangerFacts])[];
  return all.filter(([, facts]) => facts.acceptedBy.includes(command)).map(([name]) => name);
}

/** Of the dangers of a plan each once, and none that another of them says too. */
export function toBeAccepted(found: readonly Acceptance[]): readonly Acceptance[] {
  const byName = new Map<string, Acceptance>();
  for (const each of found) if (!byName.has(each.name)) byName.set(each.name, each);
  return [...byName.values()].filter(({ name }) => !byName.has(factsOf(name)?.within ?? ""));
}

/** The reason of a hold has none. */
function factsOf(name: string): DangerFacts | undefined {
  const known: { readonly [name: string]: DangerFacts } = dangers;
  return Object.hasOwn(dangers, name) ? known[name] : undefined;
}

/** @param instead what a person can do */
export function refusal(reason: string, object: ObjectRef, message: Phrase, instead?: Phrase): Refusal {
  return { reason, object, message, ...(instead === undefined ? {} : { instead }) };
}

export function acceptance(name: Danger, because: Phrase): Acceptance {
  return { name, because };
}

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
