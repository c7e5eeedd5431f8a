import type { AnyFinalizerEntry, AnyWaitEntry } from "../../engine/index.ts";
import { type AnyController, type Page, pluralOf, type Resource, type Safety } from "../../model/index.ts";

const safeties: Record<Safety, string> = {
  safe: "safe: no data is lost and no service stops",
  risky: "risky: a service can stop",
  "loses-data": "loses data",
};

export function finalizerPage(entry: AnyFinalizerEntry): Page {
  return {
    name: entry.finalizer,
    kind: "finalizer",
    title: `A finalizer on ${plurals(entry.on)}, removed by ${entry.owner}`,
    facts: [
      ["On", plurals(entry.on)],
      ["Owner", entry.owner],
      ["Since", entry.since],
      ["Removing it manually", safeties[entry.manualRemoval.safety]],
      ["With fix", `--finalizer ${entry.finalizer}, with each danger accepted by name`],
      ["To decide, pvguard reads", plurals(entry.needs)],
      ["Reasons", Object.keys(entry.reasons).join(", ")],
    ],
    sections: [
      ["Added when", entry.addedWhen],
      ["Removed when", entry.releasedWhen],
      ["If it is removed manually", entry.ifForced],
      ["Check before removing it manually", entry.manualRemoval.check],
    ],
    sources: entry.sources,
  };
}

export function waitPage(entry: AnyWaitEntry): Page {
  const titles = Object.entries(entry.reasons).map(([name, { title }]) => `${name}: ${title}.`);
  return {
    name: entry.wait,
    kind: "wait",
    title: `What can hold up ${plurals(entry.on)}, without a finalizer`,
    facts: [
      ["On", plurals(entry.on)],
      ["To decide, pvguard reads", plurals(entry.needs)],
    ],
    sections: [["Reasons", titles.join("\n\n")]],
    sources: entry.sources,
  };
}

/** Some controllers look at several kinds, with a model for each. */
export function controllerPage(name: string, models: readonly AnyController[]): Page {
  return {
    name,
    kind: "controller",
    title: `How pvguard models the controller ${name}`,
    facts: [["Decides about", plurals(models.map(({ on }) => on))]],
    sections: [
      [
        "What",
        "pvguard contains a model of what this controller decides, taken from its source code. The model shows what the controller waits for, and what it does next.",
      ],
    ],
    sources: [...new Set(models.flatMap(({ sources }) => sources))],
  };
}

function plurals(resources: readonly Resource[]): string {
  return resources.length === 0 ? "nothing" : [...new Set(resources)].map(pluralOf).join(", ");
}
