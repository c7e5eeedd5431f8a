import type { AnyRuleEntry } from "../../engine/index.ts";
import { type Confidence, type Page, pluralOf, type Resource, type Severity } from "../../model/index.ts";

const severities: Record<Severity, string> = {
  error: "error: data is or will be lost, or an object stays stuck until a person acts",
  warning: "warning: a person should act",
  note: "note: worth knowing, no action needed",
};

const confidences: Record<Confidence, string> = {
  certain: "certain: the API shows the deciding fact",
  likely: "likely: the API does not show the deciding fact",
  unknown: "unknown",
};

const families: ReadonlyMap<string, string> = new Map([
  ["1", "held: why an object is not deleted"],
  ["2", "loss ahead: what will lose data"],
  ["3", "left behind: what is no longer needed"],
  ["4", "will not start: what cannot be used"],
  ["9", "undecided: what pvguard could not check"],
]);

/** The page of an audit rule, under its code. */
export function rulePage(rule: AnyRuleEntry): Page {
  return {
    name: rule.code,
    kind: "rule",
    title: rule.title,
    facts: [
      ["Name", `\`${rule.name}\``],
      ["Family", families.get(rule.code.charAt(3)) ?? ""],
      ["Severity, unless a finding says otherwise", severities[rule.severity]],
      ["Confidence, unless a finding says otherwise", confidences[rule.confidence]],
      ["Looks at", plurals(rule.on)],
      ["To decide, pvguard reads", plurals([...rule.on, ...rule.needs])],
      ...(rule.onlyWith === undefined ? [] : [["Asked only with", `\`--${rule.onlyWith}\``] as const]),
    ],
    sections: [
      ["What", rule.what],
      ["Why", rule.why],
      ["What to do", rule.whatToDo],
      [
        "How to ignore it",
        `Annotate the object, with a reason and, optionally, an end date:\n\n    kubectl annotate TYPE NAME pvguard.dev/ignore=${rule.code} pvguard.dev/ignore-reason=WHY pvguard.dev/ignore-until=2027-01-31`,
      ],
    ],
    sources: rule.sources,
  };
}

function plurals(resources: readonly Resource[]): string {
  return [...new Set(resources)].map(pluralOf).join(", ");
}
