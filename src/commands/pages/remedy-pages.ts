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
    return "`kubectl pvguard why TYPE/NAME` proposes it where it helps, with each command and its cost. A person must do it: it needs a decision, or a proof, that pvguard does not have.";
  if (asked === undefined)
    return "`kubectl pvguard why TYPE/NAME` proposes it where it helps. This command then does it, after it shows the plan:\n\n    kubectl pvguard fix TYPE/NAME";
  return `\`kubectl pvguard why TYPE/NAME\` proposes it where it helps. You can also ask for it by name. fix refuses it where it could do harm:\n\n    kubectl pvguard fix TYPE/NAME --remedy ${name} --dry-run`;
}

function plurals(resources: readonly Resource[]): string {
  return [...new Set(resources)].map(pluralOf).join(", ");
}
