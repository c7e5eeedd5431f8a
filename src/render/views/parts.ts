/** Parts of the public output that several documents share. */
import type { Consequence, DataFate, Evidence, Safety, Unread } from "../../model/index.ts";
import { choice, flag, list, optional, record, scalar, text, type View } from "./schema.ts";

export const apiVersion = "pvguard.dev/v1alpha1";

const objectFields = {
  apiVersion: text("Its API version, as in `storage.k8s.io/v1`."),
  kind: text("Its kind."),
  namespace: optional(text("Absent for kinds without namespaces.")),
  name: text("Its name."),
  uid: optional(text("Absent where only the name is known.")),
};

export const objectSchema = record("A Kubernetes object.", objectFields);

export const unreadSchema = record("Something that was needed and was not read.", {
  resource: text("API version and plural, as in `v1/pods`."),
  namespace: optional(text("Absent when all namespaces were asked for.")),
  name: optional(text("When one object was asked for, or what was about it.")),
  reason: choice<Unread["reason"]>("Why it was not read.", [
    "Forbidden",
    "NotServed",
    "Unavailable",
    "NotCollected",
    "NotJudged",
    "LeftToChance",
  ]),
  detail: optional(text("The words of the server or of the reader.")),
  silences: list("Codes of the rules that could not look.", text("A code.")),
});

const holderFields = {
  object: optional(objectSchema),
  controller: optional(text("A controller that should act.")),
  driver: optional(text("A storage driver, and what is behind it.")),
  missing: optional(objectSchema),
  person: optional(choice("Whose decision it is.", ["administrator", "owner"])),
  unread: optional(unreadSchema),
} as const;

const holderKinds = ["object", "controller", "driver", "missing", "person", "unread"] as const;

const holderSchema = record("Who must let go: exactly one of these.", holderFields, holderKinds);

const categoryValues = ["waiting", "blocked", "stuck", "unknown"] as const;

const categoryText =
  "waiting: normal, resolves by itself. blocked: somebody must act on a named thing. stuck: a controller should act and does not, or is gone. unknown: something that matters could not be read.";

const categorySchema = choice(categoryText, categoryValues);

export const verdictSchema = record("The answer in one line.", {
  category: choice(`healthy: nothing is wrong. ${categoryText}`, ["healthy", ...categoryValues]),
  reason: text("CamelCase and stable."),
  summary: text("For people; may change."),
});

export const rootSchema = record(
  "A root cause: behind it there is nothing more to find.",
  {
    ...holderFields,
    reason: text("CamelCase and stable."),
    category: categorySchema,
    message: text("For people; may change."),
  },
  holderKinds,
);

export const evidenceSchema = record("A fact that was read.", {
  object: objectSchema,
  path: text("The field, as in `spec.nodeName`."),
  observed: scalar("What it held."),
  verdict: choice<Evidence["verdict"]>("What it says.", ["proves", "suggests", "refutes", "unread"]),
});

export const holdSchema = record(
  "One edge of the cause graph: `held` stays as it is until `holder` lets go.",
  {
    held: objectSchema,
    finalizer: optional(text("The finalizer that holds.")),
    wait: optional(text("What else is waited for, in kebab-case.")),
    holder: holderSchema,
    reason: text("CamelCase and stable."),
    category: categorySchema,
    message: text("For people; may change."),
    evidence: list("What says so.", evidenceSchema),
  },
  ["finalizer", "wait"],
);

const fateFields = {
  data: choice<DataFate>(
    "Of the backend volume. exposed: to another claim. leaked: left in the backend without a record. none: there is no volume.",
    ["destroyed", "kept", "leaked", "exposed", "already-gone", "unknown", "none"],
  ),
  because: text("For people; may change."),
  volume: optional(objectSchema),
  through: optional(
    record(
      "Another volume of the same disk, with which the disk can go: it has to be kept as well.",
      objectFields,
    ),
  ),
  driver: optional(text("The storage driver.")),
  volumeHandle: optional(text("The volume's name in the backend.")),
};
export const fateSchema = record("What becomes of the data when this runs its normal course.", fateFields);
export const otherFateSchema = record(
  "Of a plan that only keeps something: what becomes of other data around it all the same.",
  fateFields,
);

export const nextSchema = record("Something that a controller will do.", {
  controller: text("Who."),
  action: text("What, for people."),
  object: objectSchema,
  when: text("`now`, or what must happen first."),
});

export const remedySchema = record("Something to do.", {
  title: text("For people; may change."),
  safety: choice<Safety>(
    "Of the step and of what comes of it. safe: nothing is destroyed, exposed or left behind, and no running pod stops. risky: a pod can stop, or a disk is left behind. loses-data: data is destroyed or exposed, or may be, for all that could be read.",
    ["safe", "risky", "loses-data"],
  ),
  follows: optional(
    choice<Consequence["data"]>(
      "What becomes of the data by what the step lets go on; `safety` counts it. unknown: it cannot be told. Absent where nothing bad comes of it, and where the step itself loses the data, as `because` says.",
      ["destroyed", "exposed", "leaked", "unknown"],
    ),
  ),
  primary: flag("The safest that ends the root cause. At most one is."),
  commands: list("Lines for a POSIX shell, in order.", text("One line.")),
  steps: list(
    "What a person must do where no command can: what comes before the commands, then the rest.",
    text("One step."),
  ),
  because: text("Why it helps, and what it costs."),
});

export const avoidSchema = record("A tempting step that is wrong here.", {
  step: text("What not to do."),
  because: text("Why."),
});

export type ObjectView = View<typeof objectSchema>;
export type UnreadView = View<typeof unreadSchema>;
export type HolderView = View<typeof holderSchema>;
