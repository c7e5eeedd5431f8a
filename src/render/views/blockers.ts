import type { Blocker, BlockerList, BlockersOf, OtherBlocker } from "../../report/index.ts";
import { clockSchema, isComplete } from "./report.ts";
import { choice, constant, flag, from, list, optional, published, record, text } from "./schema.ts";
import { apiVersion, forPeople, objectSchema, unreadSchema } from "./shared.ts";

const blockerSchema = record<Blocker>("An object that refers to the claim or volume.", {
  object: objectSchema,
  state: text("Terminating, or the phase of the object."),
  node: optional(text("The node that it was scheduled to.")),
  scale: optional(objectSchema),
  refersBy: text("The field that holds the reference."),
  counts: choice("Whether it prevents the deletion of the claim or volume.", ["yes", "no"]),
  because: forPeople,
});

const otherSchema = record<OtherBlocker>("Something that holds the claim or volume and is no object.", {
  by: text("The finalizer, or the name of the wait."),
  reason: text("The reason, as `kubectl pvguard explain` knows it."),
  because: forPeople,
});

const subjectSchema = record<BlockersOf>("Everything that refers to one object.", {
  object: objectSchema,
  taken: choice(
    "as-it-is: the object is being deleted. as-deleted: it is not being deleted, and the answer is what would be true if it were deleted now.",
    ["as-it-is", "as-deleted"],
  ),
  blockers: list("The objects that refer to it.", blockerSchema),
  others: list("What else holds it: a controller, a driver or a person has to act.", otherSchema),
  victims: list("The objects that wait for it, but do not hold it.", blockerSchema),
});

const blockersSchema = record<BlockerList>("What `kubectl pvguard blockers` prints.", {
  apiVersion: constant(apiVersion),
  kind: constant("BlockerList"),
  takenAt: text("The time of the state that is described.", "date-time"),
  clock: clockSchema,
  source: text("The API server, or the files."),
  complete: from(isComplete, flag("True if everything that matters was read.")),
  unread: list("What was needed but was not read.", unreadSchema),
  skipped: list("Input that was skipped.", text("What was skipped, and why.")),
  subjects: list("One for each requested object.", subjectSchema),
});

/** The list as the public contract has it. */
export const blockersView = blockersSchema.view;

export const publishedBlockers = published("blockerlist", "list of blockers", blockersSchema);
