import type { ObjectRef } from "../../kubernetes/index.ts";
import type { RescuedPair, RescueOutcome, RescuePlan, RescueReport, RescueStep } from "../../report/index.ts";
import {
  errorsSchema,
  idleSchema,
  refusalSchema,
  saidSchema,
  sceneFields,
  sentFields,
  statuses,
} from "./plan.ts";
import { choice, constant, count, from, list, optional, published, record, text } from "./schema.ts";
import { apiVersion, forPeople, objectSchema } from "./shared.ts";

const pairSchema = record<RescuedPair>(
  "A claim, with the volume and the disk that it is to be bound to again.",
  {
    claim: objectSchema,
    volume: objectSchema,
    disk: optional(
      record<NonNullable<RescuedPair["disk"]>>("The disk behind the volume.", {
        driver: text("The CSI driver, or the in-tree plugin of Kubernetes."),
        handle: text("The handle of the disk: its name in the storage backend."),
        capacity: optional(text("The size of the disk, as in `100Gi`.")),
      }),
    ),
  },
);

const stageText = "The kind of step. Kebab-case and stable.";

const stepSchema = record<RescueStep>("One planned step.", {
  stage: text(stageText),
  by: choice(
    "pvguard: pvguard sends a request. cluster: pvguard waits for the cluster. person: a person has to do it.",
    ["pvguard", "cluster", "person"],
  ),
  object: objectSchema,
  title: forPeople,
  why: forPeople,
  instead: optional(text("What a person has to do.")),
  when: from(
    ({ planned }) => planned?.when,
    optional(
      choice(
        "For the steps of pvguard. later: the request is made from the state of the object at that time.",
        ["now", "later"],
      ),
    ),
  ),
  ...sentFields,
  notYet: optional(text("Why the request cannot be made, nor checked by the server, before it is its turn.")),
  said: from(
    ({ said }) => (said === undefined ? [] : [said]),
    list("What the server answered in advance.", saidSchema),
  ),
});

const outcomeSchema = record<RescueOutcome>(
  "A step that was carried out, or the one that was not completed.",
  {
    stage: text(stageText),
    object: objectSchema,
    title: forPeople,
    status: choice("The result of the step.", statuses),
    detail: forPeople,
  },
);

/** A report with the parts of its plan, which are empty where there is none. */
type RescueView = RescueReport &
  RescueReport["scene"] &
  Pick<RescuePlan, "pairs" | "steps" | "cannotUndo"> & {
    readonly digest?: string;
    readonly leaves: readonly string[];
    readonly saved: readonly ObjectRef[];
  };

const rescueSchema = record<RescueView>("What `kubectl pvguard rescue` and `undo` print.", {
  apiVersion: constant(apiVersion),
  kind: constant("Rescue"),
  command: choice("The command that was run.", ["rescue", "undo"]),
  words: list("The objects or folders, as they were typed.", text("As in `pvc/data`.")),
  ...sceneFields,
  digest: optional(
    text(
      "The SHA-256 digest of the plan: the value for `--confirm`. Absent if there is no plan, and if it was made from files.",
    ),
  ),
  leaves: list(
    "The exact objects that the plan is based on. With other objects, it is a different plan.",
    text("Names and uids."),
  ),
  pairs: list("What is rescued, or created again.", pairSchema),
  steps: list("The steps in order, as far as they can be predicted.", stepSchema),
  saved: list("Objects that are saved completely before the first write.", objectSchema),
  cannotUndo: list("What cannot be undone.", forPeople),
  accepted: list("The dangers that were accepted by name.", text("CamelCase and stable.")),
  refusals: list("What pvguard refuses to do, and why.", refusalSchema),
  idle: idleSchema,
  outcomes: list(
    "What was done, in order. pvguard decides each step again from the state of the cluster at that time.",
    outcomeSchema,
  ),
  restored: list("The claims that are Bound to their disks again.", pairSchema),
  notes: list("Additional remarks.", forPeople),
  errors: errorsSchema,
  exitCode: count("The exit code of the command."),
});

/** A plan from files has no digest: nothing can be done with it. */
function partsOf(
  planned: RescuePlan | undefined,
): Pick<RescueView, "pairs" | "steps" | "cannotUndo" | "digest"> {
  if (planned === undefined) return { pairs: [], steps: [], cannotUndo: [] };
  const { digest, ...parts } = planned;
  return digest === "" ? parts : planned;
}

/** The rescue as the public contract has it. */
export function rescueView(report: RescueReport): object {
  const { planned, scene, refusals } = report;
  const items = planned?.plan.items ?? [];
  return rescueSchema.view({
    ...report,
    ...scene,
    ...partsOf(planned),
    leaves: items.flatMap(({ because }) => because.leaves),
    saved: items.flatMap(({ related }) => related),
    refusals: [...(planned?.refusal === undefined ? [] : [planned.refusal]), ...refusals],
  });
}

export const publishedRescue = published("rescue", "rescue", rescueSchema);
