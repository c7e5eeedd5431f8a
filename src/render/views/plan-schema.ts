import type { FixMode, Safety, StepSaid } from "../../model/index.ts";
import { apiVersion, fateSchema, nextSchema, objectSchema, otherFateSchema } from "./parts.ts";
import {
  choice,
  constant,
  count,
  flag,
  list,
  optional,
  published,
  record,
  text,
  type View,
} from "./schema.ts";

export const requestSchema = record("What is sent, byte for byte.", {
  method: choice("The HTTP method.", ["PUT", "PATCH", "POST", "DELETE"]),
  path: text("Percent-encoded, behind the URL of the server."),
  query: text("Without the question mark."),
  contentType: text("The media type of the body."),
  body: optional(text("The body, where every character of it can be seen.")),
  bodyBase64: optional(text("The body in base64, where it holds what cannot be seen.")),
});

export const saidSchema = record("What the server said, or what became of it.", {
  status: choice<StepSaid["status"]>(
    "allowed, impossible, unknown: asked beforehand. done, already, refused, unproven, interrupted: afterwards.",
    ["allowed", "impossible", "unknown", "done", "already", "refused", "unproven", "interrupted"],
  ),
  detail: text("For people; may change."),
});

const stepSchema = record("One request, or one wait.", {
  title: text("For people; may change."),
  when: choice("later: its request is made from the object as it is after the steps before.", [
    "now",
    "later",
  ]),
  object: objectSchema,
  resourceVersion: optional(text("The version that the request is for. The server refuses any other.")),
  request: optional(requestSchema),
  changes: list("What is different afterwards, as a diff.", text("One line.")),
  removesObject: flag("With this step the object is gone, though the server's answer does not say so."),
  said: list("In the order in which it was heard.", saidSchema),
});

const acceptSchema = record("A danger that must be accepted by its name.", {
  name: text("What `--accept` takes. CamelCase and stable."),
  because: text("For people; may change."),
  accepted: flag("Whether it was."),
});

const itemSchema = record("What is done about one object.", {
  object: objectSchema,
  leaves: list(
    "The root causes that it rests on. Other causes are another plan.",
    text("Reason and holder."),
  ),
  remedy: text("The name of the remedy."),
  title: text("For people; may change."),
  safety: choice<Safety>(
    "safe: no data is lost and no service stops. risky: a service can stop. loses-data: data can be destroyed.",
    ["safe", "risky", "loses-data"],
  ),
  why: text("For people; may change."),
  steps: list("In order.", stepSchema),
  commands: list("About the same with kubectl, without the guards.", text("One line for a POSIX shell.")),
  byHand: list(
    "What a person does before, between or after these commands.",
    text("For people; may change."),
  ),
  next: list("What the controllers do afterwards.", nextSchema),
  fate: optional(fateSchema),
  otherFate: optional(otherFateSchema),
  cannotUndo: list("What can never be taken back.", text("For people; may change.")),
  accept: list("Dangers, each to be accepted by name.", acceptSchema),
  saved: list("Objects that are saved, whole, before the first write.", objectSchema),
});

export const refusalSchema = record("Something that was asked for and is not done.", {
  reason: text("CamelCase and stable."),
  object: objectSchema,
  message: text("For people; may change."),
  instead: optional(text("The right step.")),
});

export const idleSchema = list(
  "What needs nothing done.",
  record("An object.", { object: objectSchema, because: text("For people; may change.") }),
);

export const errorsSchema = list(
  "Why the run did not do what it was to do, beside what is refused. Empty when all went well.",
  record("An error.", { reason: text("CamelCase and stable."), message: text("For people; may change.") }),
);

const askedSchema = record("What was asked for: `--plan` makes the plan anew from it.", {
  words: list("Objects, as they were typed.", text("As in `pvc/data`.")),
  namespace: optional(text("Where they are.")),
  remedy: optional(text("The remedy that was asked for by name.")),
  finalizer: optional(text("The finalizer that was asked for by name.")),
  rule: optional(text("The rule whose findings are mended.")),
  max: optional(count("How many objects at most.")),
});

export const modeSchema = choice<FixMode>(
  "client: nothing was sent. server: the server was asked what it would do. apply: it is to be done, or was.",
  ["client", "server", "apply"],
);

const planSchema = record("What `kubectl pvguard fix` prints.", {
  apiVersion: constant(apiVersion),
  kind: constant("Plan"),
  mode: modeSchema,
  madeAt: text("When.", "date-time"),
  server: text("The URL of the API server; empty when it was not known yet, and of a plan from files."),
  input: optional(text("The files that the plan was made from. Such a plan cannot be carried out.")),
  context: optional(text("The context of the kubeconfig.")),
  user: optional(text("Whom the kubeconfig or --as names.")),
  digest: text(
    "SHA-256 of the plan: what `--confirm` takes. Empty where no plan was made, or only from files.",
  ),
  asked: askedSchema,
  items: list("In order.", itemSchema),
  refusals: list("What is not done, and why.", refusalSchema),
  idle: idleSchema,
  errors: errorsSchema,
  residualRisks: list("What no check can rule out.", text("For people; may change.")),
  exitCode: count("How the run ends."),
});

export type PlanView = View<typeof planSchema>;
export type PlanItemView = View<typeof itemSchema>;
export type StepView = View<typeof stepSchema>;
export type RequestView = View<typeof requestSchema>;
export type RefusalView = View<typeof refusalSchema>;
export type ErrorView = View<typeof errorsSchema>[number];
export type AskedView = View<typeof askedSchema>;
export type IdleView = View<typeof idleSchema>[number];

export const publishedPlan = published(
  "https://pvguard.dev/schema/plan.v1alpha1.json",
  "pvguard plan, v1alpha1",
  planSchema,
);
