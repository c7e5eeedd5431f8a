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

export const requestSchema = record("The request, byte for byte.", {
  method: choice("The HTTP method.", ["PUT", "PATCH", "POST", "DELETE"]),
  path: text("The percent-encoded path, to be appended to the URL of the server."),
  query: text("The query string, without the question mark."),
  contentType: text("The media type of the body."),
  body: optional(text("The body, if all of its characters are printable.")),
  bodyBase64: optional(text("The body in base64, if it contains characters that are not printable.")),
});

export const saidSchema = record("What the server answered, or the result of the step.", {
  status: choice<StepSaid["status"]>(
    "allowed, impossible, unknown: what was learned in advance. done, already, unproven, interrupted: the result of the step. refused: either of these.",
    ["allowed", "impossible", "unknown", "done", "already", "refused", "unproven", "interrupted"],
  ),
  detail: text("For people; may change."),
});

const stepSchema = record("One request, or one wait.", {
  title: text("For people; may change."),
  when: choice("later: the request is made from the state of the object after the earlier steps.", [
    "now",
    "later",
  ]),
  object: objectSchema,
  resourceVersion: optional(
    text(
      "The version of the object that the request is for. The server refuses the request for any other version.",
    ),
  ),
  request: optional(requestSchema),
  changes: list("What the step changes, as a diff.", text("One line.")),
  removesObject: flag(
    "True if the object is deleted with this step, although the response of the server does not say so.",
  ),
  said: list("In the order of the answers.", saidSchema),
});

const acceptSchema = record("A danger that must be accepted by name.", {
  name: text("The value for `--accept`. CamelCase and stable."),
  because: text("For people; may change."),
  accepted: flag("True if it was accepted."),
});

const itemSchema = record("What is done for one object.", {
  object: objectSchema,
  leaves: list(
    "The root causes that the item is based on. With other causes, it is a different plan.",
    text("The reason and the holder."),
  ),
  remedy: text("The name of the remedy."),
  title: text("For people; may change."),
  safety: choice<Safety>(
    "safe: no data is lost and no service stops. risky: a service can stop. loses-data: data can be destroyed.",
    ["safe", "risky", "loses-data"],
  ),
  why: text("For people; may change."),
  steps: list("The steps, in order.", stepSchema),
  commands: list(
    "Similar commands with kubectl. They lack the checks of the requests.",
    text("One line for a POSIX shell."),
  ),
  byHand: list(
    "What a person must do before, between or after these commands.",
    text("For people; may change."),
  ),
  next: list("What the controllers will do afterwards.", nextSchema),
  fate: optional(fateSchema),
  otherFate: optional(otherFateSchema),
  cannotUndo: list("What cannot be undone.", text("For people; may change.")),
  accept: list("Dangers that must be accepted by name.", acceptSchema),
  saved: list("Objects that are saved completely before the first write.", objectSchema),
});

export const refusalSchema = record("Something that was requested but is not done.", {
  reason: text("CamelCase and stable."),
  object: objectSchema,
  message: text("For people; may change."),
  instead: optional(text("What to do instead.")),
});

export const idleSchema = list(
  "Objects for which nothing needs to be done.",
  record("An object.", { object: objectSchema, because: text("For people; may change.") }),
);

export const errorsSchema = list(
  "Why the run did not do everything that it should, apart from `refusals`. Empty if there was no error.",
  record("An error.", { reason: text("CamelCase and stable."), message: text("For people; may change.") }),
);

const askedSchema = record("The request. With `--plan`, the plan is made again from it.", {
  words: list("The objects, as they were typed.", text("As in `pvc/data`.")),
  namespace: optional(text("The namespace of the objects.")),
  remedy: optional(text("The remedy that was requested by name.")),
  finalizer: optional(text("The finalizer that was requested by name.")),
  rule: optional(text("The rule whose findings are fixed.")),
  max: optional(count("The maximum number of objects.")),
});

export const modeSchema = choice<FixMode>(
  "client: nothing was sent. server: the server was asked what it would do. apply: the plan is to be carried out, or was.",
  ["client", "server", "apply"],
);

const planSchema = record("What `kubectl pvguard fix` prints.", {
  apiVersion: constant(apiVersion),
  kind: constant("Plan"),
  mode: modeSchema,
  madeAt: text("When the plan was made.", "date-time"),
  server: text("The URL of the API server. Empty if it was not known yet, and for a plan from files."),
  input: optional(text("The files that the plan was made from. A plan from files cannot be carried out.")),
  context: optional(text("The context of the kubeconfig.")),
  user: optional(text("The user from the kubeconfig or from --as.")),
  digest: text(
    "The SHA-256 digest of the plan: the value for `--confirm`. Empty if no plan was made, or if it was made from files.",
  ),
  apply: optional(
    text(
      "The command that carries out this plan, when it is saved as PLAN. Absent if there is nothing to carry out.",
    ),
  ),
  asked: askedSchema,
  items: list("The items of the plan, in order.", itemSchema),
  refusals: list("What pvguard refuses to do, and why.", refusalSchema),
  idle: idleSchema,
  errors: errorsSchema,
  residualRisks: list("What no check can rule out.", text("For people; may change.")),
  exitCode: count("The exit code of the command."),
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
