import type { RescueStep, StepSaid } from "../../model/index.ts";
import { apiVersion, objectSchema } from "./parts.ts";
import {
  errorsSchema,
  idleSchema,
  modeSchema,
  refusalSchema,
  requestSchema,
  saidSchema,
} from "./plan-schema.ts";
import { choice, constant, count, list, optional, published, record, text, type View } from "./schema.ts";

const people = "For people; may change.";

const pairSchema = record("A claim, and the volume and the disk that it is to have again.", {
  claim: objectSchema,
  volume: objectSchema,
  disk: optional(
    record("The disk behind the volume.", {
      driver: text("The driver, or the plugin in the tree of Kubernetes."),
      handle: text("What the driver calls the disk."),
    }),
  ),
});

const stageText = "What kind of step it is. Kebab-case and stable.";

const stepSchema = record("One step, as it is expected.", {
  stage: text(stageText),
  by: choice<RescueStep["by"]>(
    "pvguard: a request of its own. cluster: it is waited for. person: somebody else has to do it.",
    ["pvguard", "cluster", "person"],
  ),
  object: objectSchema,
  title: text(people),
  why: text(people),
  instead: optional(text("What a person has to do.")),
  when: optional(
    choice("Of pvguard's own steps. later: its request is made from the object as it is by then.", [
      "now",
      "later",
    ]),
  ),
  resourceVersion: optional(text("The version that the request is for. The server refuses any other.")),
  request: optional(requestSchema),
  changes: list("What is different afterwards, as a diff.", text("One line.")),
  notYet: optional(
    text("Why its request cannot be made, and the server not be asked about it, before its turn."),
  ),
  said: list("What the server said beforehand.", saidSchema),
});

const outcomeSchema = record("A step that was carried out, or the one that was not.", {
  stage: text(stageText),
  object: objectSchema,
  title: text(people),
  status: choice<StepSaid["status"]>("What became of it.", [
    "allowed",
    "impossible",
    "unknown",
    "done",
    "already",
    "refused",
    "unproven",
    "interrupted",
  ]),
  detail: text(people),
});

const rescueSchema = record("What `kubectl pvguard rescue` and `undo` print.", {
  apiVersion: constant(apiVersion),
  kind: constant("Rescue"),
  command: choice("What was run.", ["rescue", "undo"]),
  words: list("Objects or folders, as they were typed.", text("As in `pvc/data`.")),
  mode: modeSchema,
  madeAt: text("When.", "date-time"),
  server: text("The URL of the API server; empty when it was not known yet."),
  context: optional(text("The context of the kubeconfig.")),
  user: optional(text("Whom the kubeconfig or --as names.")),
  digest: optional(text("SHA-256 of the plan: what `--confirm` takes. Absent where there is no plan.")),
  leaves: list(
    "What the plan rests on: the very objects. Other objects are another plan.",
    text("Names and uids."),
  ),
  pairs: list("What is rescued, or made again.", pairSchema),
  steps: list("In order, as far as it can be foreseen.", stepSchema),
  saved: list("Objects that are saved, whole, before the first write.", objectSchema),
  cannotUndo: list("What can never be taken back.", text(people)),
  accepted: list("The dangers that were accepted by name.", text("CamelCase and stable.")),
  refusals: list("What is not done, and why.", refusalSchema),
  idle: idleSchema,
  outcomes: list("What was done, in order. Each step is decided anew when its turn comes.", outcomeSchema),
  restored: list("What is Bound to its disk again.", pairSchema),
  notes: list("What else is to be said.", text(people)),
  errors: errorsSchema,
  exitCode: count("How the run ends."),
});

export type RescueView = View<typeof rescueSchema>;
export type RescuePairView = View<typeof pairSchema>;
export type RescueStepView = View<typeof stepSchema>;
export type RescueOutcomeView = View<typeof outcomeSchema>;

export const publishedRescue = published(
  "https://pvguard.dev/schema/rescue.v1alpha1.json",
  "pvguard rescue, v1alpha1",
  rescueSchema,
);
