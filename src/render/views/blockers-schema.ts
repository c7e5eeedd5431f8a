import type { BlockersOf } from "../../model/index.ts";
import { apiVersion, objectSchema, unreadSchema } from "./parts.ts";
import { clockSchema } from "./report-schema.ts";
import { choice, constant, flag, list, optional, published, record, text, type View } from "./schema.ts";

const blockerSchema = record("An object that names another.", {
  object: objectSchema,
  state: text("Terminating, or the phase."),
  node: optional(text("Where it was scheduled to.")),
  scale: optional(objectSchema),
  refersBy: text("The field that names the other."),
  counts: choice("Whether that keeps the other from going.", ["yes", "no"]),
  because: text("For people; may change."),
});

const subjectSchema = record("All that names one object.", {
  object: objectSchema,
  taken: choice<BlockersOf["taken"]>(
    "as-it-is: it is being deleted. as-deleted: it lives, and what is said of it would be so if it were deleted now.",
    ["as-it-is", "as-deleted"],
  ),
  blockers: list("What names it.", blockerSchema),
  victims: list("What waits for it and does not hold it.", blockerSchema),
});

const blockersSchema = record("What `kubectl pvguard blockers` prints.", {
  apiVersion: constant(apiVersion),
  kind: constant("BlockerList"),
  takenAt: text("The moment for which all of this stands.", "date-time"),
  clock: clockSchema,
  source: text("The server, or the files."),
  complete: flag("Everything that mattered was read."),
  unread: list("What was needed and was not read.", unreadSchema),
  skipped: list("Input that was passed over.", text("Which, and why.")),
  subjects: list("One for each object that was asked about.", subjectSchema),
});

export type BlockersView = View<typeof blockersSchema>;
export type BlockerView = View<typeof blockerSchema>;

export const publishedBlockers = published(
  "https://pvguard.dev/schema/blockerlist.v1alpha1.json",
  "pvguard list of blockers, v1alpha1",
  blockersSchema,
);
