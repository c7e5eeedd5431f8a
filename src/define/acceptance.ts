/** What a person must accept by its name before it is done. */

import type { ObjectRef, Phrase } from "../kubernetes/index.ts";
import type { Acceptance, Refusal } from "../report/index.ts";
import type { Command, DangerFacts } from "./danger.ts";
import type { Danger } from "./dangers.ts";
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

/** Breaking a hold is a risk. */
export function costOf(name: string): DangerFacts["cost"] {
  return factsOf(name)?.cost ?? "risk";
}
