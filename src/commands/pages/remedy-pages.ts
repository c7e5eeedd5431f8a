import type { RemedyEntry } from "../../engine/index.ts";
import { type Page, pluralOf, type Resource } from "../../model/index.ts";

/** The page of a remedy: what it is, and whether `fix` can carry it out. */
export function remedyPage(entry: RemedyEntry): Page {
  const { name, summary, needs, fixDoes, asked } = entry;
  return {
    name,
    kind: "remedy",
    title: summary,
    facts: [
      ["With fix", fixDoes ?? "no: a person must do it"],
      ...(asked === undefined ? [] : ([["By name, on", plurals(asked.on)]] as const)),
      ...(needs.length === 0 ? [] : ([["To decide, pvguard reads", plurals(needs)]] as const)),
    ],
    sections: [["What to do", whatToDo(entry)]],
    sources: [],
  };
}

function whatToDo({ name, fixDoes, asked }: RemedyEntry): string {
  if (fixDoes === undefined)
    return "`kubectl pvguard why TYPE/NAME` proposes it where it helps, with each command and what it costs. A person has to do it: it takes a decision, or a proof, that pvguard does not have.";
  if (asked === undefined)
    return "`kubectl pvguard why TYPE/NAME` proposes it where it helps. Then this does it, after showing the plan:\n\n    kubectl pvguard fix TYPE/NAME";
  return `\`kubectl pvguard why TYPE/NAME\` proposes it where it helps. It can also be asked for by its name; it refuses itself where it could harm:\n\n    kubectl pvguard fix TYPE/NAME --remedy ${name} --dry-run`;
}

function plurals(resources: readonly Resource[]): string {
  return [...new Set(resources)].map(pluralOf).join(", ");
}
