import type {
  Acceptance,
  FixReport,
  FixRequest,
  Idle,
  Justification,
  Plan,
  PlanItem,
  PlannedWrite,
  Refusal,
  RunError,
  WriteResult,
} from "../../report/index.ts";
import { whole } from "../escape.ts";
import type { Request } from "../fix/step.ts";
import { changes, isLastRemoval, objectOf, requestOf, stepTitle, versionOf } from "../fix/step.ts";
import { residualRisks } from "../fix/text.ts";
import { commandLine } from "../shell.ts";
import { fateSchema, otherFateSchema } from "./fate.ts";
import { choice, constant, count, flag, from, list, optional, published, record, text } from "./schema.ts";
import { apiVersion, forPeople, nextSchema, objectSchema } from "./shared.ts";

const requestSchema = record<Request>("The request, byte for byte.", {
  method: choice("The HTTP method.", ["PUT", "PATCH", "POST", "DELETE"]),
  path: text("The percent-encoded path, to be appended to the URL of the server."),
  query: text("The query string, without the question mark."),
  contentType: text("The media type of the body."),
  body: from(
    ({ body }) => (whole(body) === body ? body : undefined),
    optional(text("The body, if all of its characters are printable.")),
  ),
  bodyBase64: from(
    ({ body }) => (whole(body) === body ? undefined : Buffer.from(body).toString("base64")),
    optional(text("The body in base64, if it contains characters that are not printable.")),
  ),
});

export const statuses = [
  ...(["allowed", "impossible", "unknown", "done", "already"] as const),
  ...(["refused", "unproven", "interrupted"] as const),
];

export const saidSchema = record<Pick<WriteResult, "status" | "detail">>(
  "What the server answered, or the result of the step.",
  {
    status: choice(
      "allowed, impossible, unknown: what was learned in advance. done, already, unproven, interrupted: the result of the step. refused: either of these.",
      statuses,
    ),
    detail: forPeople,
  },
);

interface Sent {
  readonly planned?: PlannedWrite;
}

/** What a step sends, for the step of a plan and for that of a rescue. */
export const sentFields = {
  resourceVersion: from(
    ({ planned }: Sent) => versionOf(planned),
    optional(
      text(
        "The version of the object that the request is for. The server refuses the request for any other version.",
      ),
    ),
  ),
  request: from(({ planned }: Sent) => requestOf(planned), optional(requestSchema)),
  changes: from(
    ({ planned }: Sent) => (planned === undefined ? [] : changes(planned)),
    list("What the step changes, as a diff.", text("One line.")),
  ),
};

interface WriteWithResults {
  readonly planned: PlannedWrite;
  readonly said: readonly WriteResult[];
}

const stepSchema = record<WriteWithResults>("One request.", {
  title: from(({ planned }) => stepTitle(planned), forPeople),
  when: from(
    ({ planned }) => planned.when,
    choice("later: the request is made from the state of the object after the earlier steps.", [
      "now",
      "later",
    ]),
  ),
  object: from(({ planned }) => objectOf(planned), objectSchema),
  ...sentFields,
  removesObject: from(
    ({ planned }) => isLastRemoval(planned),
    flag(
      "True if the object is deleted with this step, although the response of the server does not say so.",
    ),
  ),
  said: list("In the order of the answers.", saidSchema),
});

const acceptSchema = record<Acceptance & { readonly accepted: boolean }>(
  "A danger that must be accepted by name.",
  {
    name: text("The value for `--accept`. CamelCase and stable."),
    because: forPeople,
    accepted: flag("True if it was accepted."),
  },
);

interface SaidItem extends PlanItem, Justification {
  readonly saidSteps: readonly WriteWithResults[];
  readonly accepted: readonly string[];
}

const itemSchema = record<SaidItem>("What is done for one object.", {
  object: objectSchema,
  leaves: list(
    "The root causes that the item is based on. With other causes, it is a different plan.",
    text("The reason and the holder."),
  ),
  remedy: text("The name of the remedy."),
  title: forPeople,
  safety: choice(
    "safe: no data is lost and no service stops. risky: a service can stop. loses-data: data can be destroyed.",
    ["safe", "risky", "loses-data"],
  ),
  why: forPeople,
  steps: from(({ saidSteps }) => saidSteps, list("The steps, in order.", stepSchema)),
  commands: from(
    ({ commands = [] }) => commands.flatMap((command) => commandLine(command) ?? []),
    list(
      "Similar commands with kubectl. They lack the checks of the requests.",
      text("One line for a POSIX shell."),
    ),
  ),
  byHand: from(
    ({ first = [], byHand = [] }) => [...first, ...byHand],
    list("What a person must do before, between or after these commands.", forPeople),
  ),
  next: list("What the controllers will do afterwards.", nextSchema),
  fate: optional(fateSchema),
  otherFate: optional(otherFateSchema),
  cannotUndo: list("What cannot be undone.", forPeople),
  accept: from(
    ({ accept, accepted }) => accept.map((each) => ({ ...each, accepted: accepted.includes(each.name) })),
    list("Dangers that must be accepted by name.", acceptSchema),
  ),
  saved: from(
    ({ related }) => related,
    list("Objects that are saved completely before the first write.", objectSchema),
  ),
});

export const refusalSchema = record<Refusal>("Something that was requested but is not done.", {
  reason: text("CamelCase and stable."),
  object: objectSchema,
  message: forPeople,
  instead: from(
    ({ instead = [] }) => (instead.length === 0 ? undefined : instead),
    optional(text("What to do instead.")),
  ),
});

export const idleSchema = list(
  "Objects for which nothing needs to be done.",
  record<Idle>("An object.", { object: objectSchema, because: forPeople }),
);

export const errorSchema = record<RunError>("An error.", {
  reason: text("CamelCase and stable."),
  message: forPeople,
});

export const errorsSchema = list(
  "Why the run did not do everything that it should, apart from `refusals`. Empty if there was no error.",
  errorSchema,
);

const askedSchema = record<FixRequest>("The request. With `--plan`, the plan is made again from it.", {
  words: list("The objects, as they were typed.", text("As in `pvc/data`.")),
  namespace: optional(text("The namespace of the objects.")),
  remedy: optional(text("The remedy that was requested by name.")),
  finalizer: optional(text("The finalizer that was requested by name.")),
  rule: optional(text("The rule whose findings are fixed.")),
  max: optional(count("The maximum number of objects.")),
});

/** When and where a plan was made, and for what. */
export const sceneFields = {
  mode: choice(
    "client: nothing was sent. server: the server was asked what it would do. apply: the plan is to be carried out, or was.",
    ["client", "server", "apply"],
  ),
  madeAt: text("When the plan was made.", "date-time"),
  server: text("The URL of the API server. Empty if it was not known yet, and for a plan from files."),
  input: optional(text("The files that the plan was made from. A plan from files cannot be carried out.")),
  context: optional(text("The context of the kubeconfig.")),
  user: optional(text("The user from the kubeconfig or from --as.")),
};

const planSchema = record<FixReport & Plan>("What `kubectl pvguard fix` prints.", {
  apiVersion: constant(apiVersion),
  kind: constant("Plan"),
  ...sceneFields,
  digest: text(
    "The SHA-256 digest of the plan: the value for `--confirm`. Empty if no plan was made, or if it was made from files.",
  ),
  apply: from(
    applyOf,
    optional(
      text(
        "The command that carries out this plan, when it is saved as PLAN. Absent if there is nothing to carry out.",
      ),
    ),
  ),
  asked: from(({ request }) => request, askedSchema),
  items: from(saidItems, list("The items of the plan, in order.", itemSchema)),
  refusals: list("What pvguard refuses to do, and why.", refusalSchema),
  idle: idleSchema,
  errors: errorsSchema,
  residualRisks: from(() => residualRisks, list("What no check can rule out.", forPeople)),
  exitCode: count("The exit code of the command."),
});

function saidItems({ plan, previews, outcomes, accepted }: FixReport): readonly SaidItem[] {
  const all = [...previews, ...outcomes];
  return plan.items.map((item, position) => ({
    ...item,
    ...item.because,
    accepted,
    saidSteps: item.steps.map((planned) => ({
      planned,
      said: all.filter((each) => each.item === position && each.step === planned),
    })),
  }));
}

/** A plan file says how to apply it, for a person who only has the file. */
function applyOf({ command, plan, digest }: FixReport): string | undefined {
  if (command === "guard") return undefined;
  if (plan.items.length === 0 || plan.input !== undefined || digest === "") return undefined;
  const names = new Set(plan.items.flatMap(({ accept }) => accept.map(({ name }) => name)));
  const accepting = [...names].map((name) => ` --accept ${name}`).join("");
  return `kubectl pvguard fix --plan PLAN --confirm=${digest}${accepting}`;
}

/** The plan as the public contract has it. */
export const planView = (report: FixReport) => planSchema.view({ ...report.plan, ...report });

export const publishedPlan = published("plan", "plan", planSchema);
