import type { AnyController } from "../../controllers/index.ts";
import type {
  AnyFinalizerEntry,
  AnyRuleEntry,
  AnyWaitEntry,
  KnowledgeAndRules,
  RemedyEntry,
} from "../../define/index.ts";
import type { Resource } from "../../kubernetes/index.ts";
import { asSpoken, kinds, pluralOf } from "../../kubernetes/index.ts";
import type { Confidence, Page, Safety, Severity } from "../../report/index.ts";
import { namesOf } from "../arguments/resource-type.ts";
import { explainable } from "../resources.ts";

const safeties: Record<Safety, string> = {
  safe: "safe: no data is lost and no service stops",
  risky: "risky: a service can stop",
  "loses-data": "loses data",
};

export function finalizerPage(entry: AnyFinalizerEntry): Page {
  return {
    name: entry.finalizer,
    kind: "finalizer",
    title: `A finalizer on ${plurals(entry.on)}, removed by ${asSpoken(entry.owner)}`,
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
      ...(rule.manifests === true
        ? [["Also asked about", "manifests that were never applied"] as const]
        : []),
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

type Kind = (typeof kinds)[number];

const asked = kinds.filter(({ resource }) => explainable.includes(resource));

/** One page for each kind that `why` explains: which finalizers it has, and which rules look at it. */
export function kindPages(knowledge: KnowledgeAndRules): readonly Page[] {
  return asked.map((kind) => kindPage(kind, knowledge));
}

/** The name of the page about a kind, by any name of that kind; `undefined` where `why` does not explain it. */
export function kindPageNamed(name: string): string | undefined {
  return asked.find((kind) => namesOf(kind).includes(name.toLowerCase()))?.singular;
}

function kindPage(kind: Kind, { finalizers, rules }: KnowledgeAndRules): Page {
  const { resource, singular } = kind;
  const held = finalizers.filter(({ on }) => on.includes(resource));
  const looking = rules.filter(({ on }) => on.includes(resource));
  const code = (name: string) => `\`${name}\``;
  return {
    name: singular,
    kind: "kind",
    title: `What pvguard knows about ${pluralOf(resource)}`,
    facts: [
      [
        "Also called",
        namesOf(kind)
          .filter((name) => name !== singular)
          .join(", "),
      ],
    ],
    sections: [
      [
        "What to do",
        `    kubectl pvguard why ${singular}/NAME\n    kubectl pvguard blockers ${singular}/NAME\n    kubectl pvguard why ${singular}`,
      ],
      ["Finalizers", held.map(({ finalizer, owner }) => `${code(finalizer)}: ${owner}.`).join("\n\n")],
      ["Rules of audit", looking.map(({ code: number, title }) => `${code(number)}: ${title}.`).join("\n\n")],
    ].filter((section): section is [string, string] => section[1] !== ""),
    sources: [],
  };
}

function plurals(resources: readonly Resource[]): string {
  return resources.length === 0 ? "nothing" : [...new Set(resources)].map(pluralOf).join(", ");
}
