import { minSeverity, olderThan, risk, rules, skip, storageClass } from "../audit/flags.ts";
import { audit } from "../audit.command.ts";
import { blockers } from "../blockers.command.ts";
import type { Command } from "../command.ts";
import { explain } from "../explain.command.ts";
import { finalizer, fixableRemedies, max, remedy, rule } from "../fix/flags.ts";
import { fix } from "../fix.command.ts";
import type { Flag, FlagValues } from "../flags/index.ts";
import {
  allNamespaces,
  complete,
  config,
  dryRun,
  from,
  namespaces,
  selector,
  toggle,
} from "../flags/index.ts";
import { why } from "../why.command.ts";
import type { Argument } from "./arguments.ts";

/** A question that an assistant can ask. A command answers it, as it answers a person. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly command: Command;
  readonly arguments: readonly Argument[];
  /** What the command is told besides: which document it prints, and that it sends nothing. */
  readonly flags: ReadonlyMap<string, readonly string[]>;
  readonly answer: Answer;
  /** Only one that carries out an approved plan writes, and it is not in the list below. */
  readonly does: "reads" | "writes";
}

/** What a tool answers with: a published document, or the text of a page. */
export type Answer =
  | {
      readonly is: "document";
      /** Its kind, and the published schema of it. */
      readonly kind: string;
      readonly schema: string;
      /** The list in it that is given in pages. */
      readonly list: string;
    }
  | { readonly is: "text" };

const flagged = (name: string, flag: Flag, description: string): Argument => ({
  gives: "flag",
  name,
  flag,
  description,
});

const objects = (description: string): Argument => ({ gives: "words", name: "object", description });

const page: Argument = {
  gives: "page",
  name: "page",
  description: "The nextPage of an answer that was cut. Leave out all other arguments then.",
};

const where: readonly Argument[] = [
  flagged("context", config.context, "The context of the kubeconfig. Default: the current one."),
  flagged("namespace", config.namespace, "The namespace to look in. Default: that of the context."),
];

const files: readonly Argument[] = [
  flagged(
    "from",
    from,
    "Paths of files, directories or archives to read, such as a must-gather, not a cluster.",
  ),
  flagged("complete", complete, "With from: the types of which the files have all objects, as in pvc,pv."),
  flagged("namespaces", namespaces, "With from: the namespaces of which the files have all objects."),
];

const everywhere = flagged("all_namespaces", allNamespaces, "Look in all namespaces.");
const labels = flagged("selector", selector, "Only objects with these labels, as in app=web.");

/** With the JSON document, the text for people, where a command prints both. */
const printing = (...formats: readonly string[]) => ["output", formats] as const;

/** The text for people is asked for under this name, and never becomes a file. */
export const cardFile = "card";

const ifDeleted = toggle("if-deleted", "");

const reading: readonly Omit<Tool, "does">[] = [
  {
    name: "why",
    title: "Why an object is stuck",
    description:
      "Explains why a claim, volume, pod, attachment, snapshot, namespace, node, class or workload is stuck: who holds it, what happens to the data, and the safest next step. Without an object it lists what is not healthy in the namespace.",
    command: why,
    arguments: [
      objects(
        "As in pvc/data, pv/pvc-1234 or sts/db. A type alone, as in pv, means all of that type that are not healthy.",
      ),
      flagged("if_deleted", ifDeleted, "Also predict what a deletion of the object would do, step by step."),
      everywhere,
      labels,
      ...where,
      ...files,
      page,
    ],
    flags: new Map([printing("json", `text=${cardFile}`)]),
    answer: { is: "document", kind: "Report", schema: "report.v1alpha1.json", list: "diagnoses" },
  },
  {
    name: "blockers",
    title: "What holds a claim or a volume",
    description:
      "Lists the pods and other objects that hold a claim or a volume, and what to scale down to release it. Without an object it lists what holds the objects that are being deleted.",
    command: blockers,
    arguments: [objects("As in pvc/data or pv/pvc-1234."), everywhere, labels, ...where, ...files, page],
    flags: new Map([printing("json", `table=${cardFile}`)]),
    answer: { is: "document", kind: "BlockerList", schema: "blockerlist.v1alpha1.json", list: "subjects" },
  },
  {
    name: "audit",
    title: "What is wrong in a cluster",
    description:
      "Checks a cluster or a namespace for volumes, claims, attachments and snapshots that are stuck, will lose data, or were left behind. Says which rules could not check everything.",
    command: audit,
    arguments: [
      objects("A type or an object to check alone, as in pv or sts/db. Default: everything."),
      flagged("rules", rules, "Check only these rules, by code or name, as in PVG101."),
      flagged("skip", skip, "Skip these rules."),
      flagged("risk", risk, "Also check the rules about future risks."),
      {
        ...flagged("min_severity", minSeverity, "Leave out findings below this severity."),
        ...{ gives: "flag", flag: minSeverity, values: ["error", "warning", "note"] },
      },
      flagged("older_than", olderThan, "Ignore problems that are newer than this, as in 30s or 2h."),
      flagged("storage_class", storageClass, "Only findings about objects of these storage classes."),
      everywhere,
      ...where,
      ...files,
      page,
    ],
    flags: new Map([printing("json", `text=${cardFile}`)]),
    answer: { is: "document", kind: "Report", schema: "report.v1alpha1.json", list: "findings" },
  },
  {
    name: "explain",
    title: "What a name means",
    description:
      "Explains a state, a type, a rule, a reason, a finalizer, a remedy or a danger by its name, with its sources. Asks no cluster. Without a name it lists all pages.",
    command: explain,
    arguments: [
      objects("As in FinishedPodUsesClaim, kubernetes.io/pvc-protection, PVG101 or set-retain."),
      page,
    ],
    flags: new Map([printing("text")]),
    answer: { is: "text" },
  },
  {
    name: "plan_fix",
    title: "Plan a fix, and change nothing",
    description:
      "Makes the plan of a fix: each request, what happens to the data, what cannot be undone, and the dangers to accept. Sends nothing. A person carries it out with `kubectl pvguard fix` and the digest of the plan.",
    command: fix,
    arguments: [
      objects("As in pvc/data. Without an object: everything that is stuck in the namespace."),
      {
        ...flagged("remedy", remedy, "The remedy to plan, instead of the one that is proposed."),
        ...{ gives: "flag", flag: remedy, values: fixableRemedies },
      },
      flagged("finalizer", finalizer, "Plan the removal of this one finalizer, named exactly."),
      flagged("rule", rule, "Plan a fix for what this audit rule finds, as in PVG201."),
      flagged("max", max, "With rule: the largest number of objects. Default: 1."),
      ...where,
      ...files,
      page,
    ],
    flags: new Map([printing("json"), [dryRun.name, ["client"]]]),
    answer: { is: "document", kind: "Plan", schema: "plan.v1alpha1.json", list: "items" },
  },
];

export const tools: readonly Tool[] = reading.map((tool) => ({ ...tool, does: "reads" }));

/** What was decided when the server was started is not asked for. */
export function toolsFor(begun: FlagValues): readonly Tool[] {
  const decided = new Set<string>([
    ...(begun.isGiven(from) ? ["context", ...files.map(({ name }) => name)] : []),
    ...(begun.isGiven(config.context) ? ["context", ...files.map(({ name }) => name)] : []),
  ]);
  return tools.map((tool) => ({
    ...tool,
    arguments: tool.arguments.filter(({ name }) => !decided.has(name)),
  }));
}
