import type { DeletedObject, DeletionReport, NotJudged } from "../../report/index.ts";
import { fateSchema } from "./fate.ts";
import { clockSchema, isComplete } from "./report.ts";
import { choice, constant, flag, from, list, optional, published, record, text } from "./schema.ts";
import { apiVersion, forPeople, objectSchema, remedySchema, unreadSchema } from "./shared.ts";

const losesSchema = choice(
  "data: a disk or snapshot is deleted, or opened to another claim. record: a disk remains in the storage backend, and Kubernetes has no record of it. unknown: what decides this could not be read, or cannot be determined. nothing: nothing is lost.",
  ["nothing", "data", "record", "unknown"],
);

const deletedSchema = record<DeletedObject>("What is lost with one of the objects.", {
  object: objectSchema,
  state: text("The state as kubectl shows it: Terminating, or else the phase."),
  loses: losesSchema,
  because: forPeople,
  comes: choice(
    "in any case: the data has this fate without the deletion too, for example because the object is already being deleted.",
    ["with it", "in any case"],
  ),
  fates: list("What happens to each disk and snapshot, the worst first.", fateSchema),
  decidedWhen: list("What must happen before that, in order.", forPeople),
  before: from(
    ({ before }) => before.map((remedy, position) => ({ ...remedy, primary: position === 0 })),
    list("What to do before the deletion, the safest first.", remedySchema),
  ),
});

const notJudgedSchema = record<NotJudged>(
  "An object that was named, of a kind that pvguard does not judge.",
  {
    object: objectSchema,
    why: choice(
      "without-data: a built-in kind with no disk behind it. record-of-disk: a storage driver keeps a disk by it, and may delete the disk with it. unknown-kind: its controller may delete claims, volumes or snapshots with it. needed-by-driver: a Secret that volumes or snapshots name. users-not-read: a Secret, and the volumes or snapshots that could name it were not read.",
      ["without-data", "record-of-disk", "unknown-kind", "needed-by-driver", "users-not-read"],
    ),
    neededBy: from(
      (named: NotJudged) => (named.why === "needed-by-driver" ? named.neededBy : undefined),
      optional(list("The volumes and snapshot contents that name the Secret.", objectSchema)),
    ),
  },
);

const deletionSchema = record<DeletionReport>("What `kubectl pvguard before delete` prints.", {
  apiVersion: constant(apiVersion),
  kind: constant("DeletionReport"),
  takenAt: text("The time of the state that is described.", "date-time"),
  clock: clockSchema,
  source: text("The API server, or the files."),
  complete: from(isComplete, flag("True if everything that matters was read.")),
  unread: list("What was needed but was not read.", unreadSchema),
  skipped: list("Input that was skipped.", text("What was skipped, and why.")),
  loses: losesSchema,
  objects: list("One for each object, all of them deleted together.", deletedSchema),
  notJudged: list("Objects that were named and not judged.", notJudgedSchema),
});

/** The report as the public contract has it. */
export const deletionView = deletionSchema.view;

export const publishedDeletion = published("deletionreport", "report of a deletion", deletionSchema);
