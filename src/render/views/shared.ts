/** Parts of the public output that several documents share. */

import type { Unread } from "../../cluster/index.ts";
import type { ObjectRef } from "../../kubernetes/index.ts";
import type {
  Avoid,
  ControllerStep,
  Evidence,
  Hold,
  OfferedRemedy,
  RecentDeletions,
  RecentWaits,
  RootCause,
  Verdict,
} from "../../report/index.ts";
import { commandLine } from "../shell.ts";
import { choice, count, flag, from, list, optional, record, scalar, text } from "./schema.ts";

/** A sentence whose wording is no part of the contract. */
export const forPeople = text("For people; may change.");

export const apiVersion = "pvguard.dev/v1alpha1";

export const objectFields = {
  apiVersion: text("The API version, as in `storage.k8s.io/v1`."),
  kind: text("The kind."),
  namespace: optional(text("Absent for cluster-scoped kinds.")),
  name: text("The name."),
  uid: optional(text("Absent if only the name is known.")),
};

export const objectSchema = record<ObjectRef>("A Kubernetes object.", objectFields);

/** What an audit says nothing of, because it is too new. */
export const recentFields = {
  recentDeletions: optional(
    record<RecentDeletions>("Deletions that are too new to be checked. Absent if none.", {
      olderThan: count("`--older-than`, in seconds."),
      objects: list("Objects that have been Terminating for less than that.", objectSchema),
    }),
  ),
  recentWaits: optional(
    list(
      "Waits that are too new to be checked, by kind. Absent if none.",
      record<RecentWaits>("Objects that wait for something, of one kind.", {
        kind: text("The kind."),
        count: count("How many there are."),
      }),
    ),
  ),
};

/** With the rules that cannot check everything without it, where that is told. */
export const unreadSchema = record<Unread & { readonly silences?: readonly string[] }>(
  "Something that was needed but was not read.",
  {
    resource: text(
      "The API version and the plural, as in `v1/pods`. Of an owner of another kind: `other:`, its API version and its kind.",
    ),
    namespace: from(
      ({ scope }) => ("namespace" in scope ? scope.namespace : undefined),
      optional(text("Absent if all namespaces were requested.")),
    ),
    name: from(
      ({ scope }) => ("name" in scope ? scope.name : undefined),
      optional(text("Set if one object was requested, or what is about that object.")),
    ),
    reason: choice("Why it was not read.", [
      "Forbidden",
      "NotServed",
      "Unavailable",
      "NotCollected",
      "NotJudged",
      "LeftToChance",
    ]),
    detail: optional(text("The message of the server or of the reader.")),
    silences: from(
      ({ silences = [] }) => silences,
      list("Codes of the rules that could not check everything because of it.", text("A code.")),
    ),
  },
);

const holderFields = {
  object: optional(objectSchema),
  controller: optional(text("A controller that should act.")),
  driver: optional(text("A storage driver, with its storage backend.")),
  missing: optional(objectSchema),
  person: optional(choice("Who must decide.", ["administrator", "owner"])),
  unread: optional(unreadSchema),
};

/** A holder has exactly one of them. */
interface AnyHolder {
  readonly object?: ObjectRef;
  readonly controller?: string;
  readonly driver?: string;
  readonly missing?: ObjectRef;
  readonly person?: "administrator" | "owner";
  readonly unread?: Unread;
}

const holderKinds = ["object", "controller", "driver", "missing", "person", "unread"];

const holderSchema = record<AnyHolder>(
  "What holds the object: exactly one of these fields is set.",
  holderFields,
  holderKinds,
);

const categoryValues = ["waiting", "blocked", "stuck", "unknown"] as const;

const categoryText =
  "waiting: normal, resolves without action. blocked: a person must act on a named object. stuck: a controller should act but does not, or no longer exists. unknown: something that matters could not be read.";

const categorySchema = choice(categoryText, categoryValues);

export const verdictSchema = record<Verdict>("The answer in one line.", {
  category: choice(`healthy: nothing is wrong. ${categoryText}`, ["healthy", ...categoryValues]),
  reason: text("CamelCase and stable."),
  summary: forPeople,
});

export const rootSchema = record<RootCause & AnyHolder>(
  "A root cause: the end of a chain of holds.",
  {
    ...holderFields,
    reason: text("CamelCase and stable."),
    category: categorySchema,
    message: forPeople,
  },
  holderKinds,
);

export const evidenceSchema = record<Evidence>("A fact that was read from the cluster or the input.", {
  object: from(({ about }) => about, objectSchema),
  path: text("The field, as in `spec.nodeName`; `event`; or `count(WHAT)`, for what belongs to the object."),
  observed: scalar("The value of the field."),
  verdict: choice("What the fact means for the statement.", ["proves", "suggests", "refutes", "unread"]),
});

export const holdSchema = record<Hold>(
  "One edge of the cause graph: `held` stays as it is until `holder` releases it.",
  {
    held: objectSchema,
    finalizer: from(
      ({ by }) => ("finalizer" in by ? by.finalizer : undefined),
      optional(text("The finalizer that holds.")),
    ),
    wait: from(
      ({ by }) => ("wait" in by ? by.wait : undefined),
      optional(text("What the object waits for instead, in kebab-case.")),
    ),
    holder: holderSchema,
    reason: text("CamelCase and stable."),
    category: categorySchema,
    message: forPeople,
    evidence: list("The facts behind this.", evidenceSchema),
  },
  ["finalizer", "wait"],
);

export const nextSchema = record<ControllerStep>("One action that a controller will take.", {
  controller: text("The controller."),
  action: text("What it does. For people; may change."),
  object: objectSchema,
  when: text("`now`, or what must happen first. For people; may change."),
});

export const remedySchema = record<OfferedRemedy>("A remedy: one thing to do.", {
  title: forPeople,
  safety: choice(
    "Covers the step and what follows from it. safe: nothing is destroyed, exposed or left behind, and no running pod stops. risky: a pod can stop, or a disk is left behind. loses-data: data is destroyed or exposed, or may be, as far as could be read.",
    ["safe", "risky", "loses-data"],
  ),
  follows: from(
    ({ follows }) => follows?.data,
    optional(
      choice(
        "What happens to the data because the step lets a controller continue. `safety` includes it. unknown: it cannot be determined. Absent if no harm follows, and if the step itself loses the data, as `because` says.",
        ["destroyed", "exposed", "leaked", "unknown"],
      ),
    ),
  ),
  primary: flag("True for the safest remedy that ends the root cause. At most one is primary."),
  commands: from(
    ({ commands }) => commands.flatMap((command) => commandLine(command) ?? []),
    list("Commands for a POSIX shell, in order.", text("One line.")),
  ),
  steps: from(
    ({ first = [], steps }) => [...first, ...steps],
    list(
      "What a person must do because no command can: first what comes before the commands, then the rest.",
      text("One step."),
    ),
  ),
  because: text("Why it helps, and what it costs. For people; may change."),
});

export const avoidSchema = record<Avoid>("A step that people often try, but that is wrong here.", {
  step: text("What not to do, as an infinitive. For people; may change."),
  because: text("What the consequence would be. For people; may change."),
});
