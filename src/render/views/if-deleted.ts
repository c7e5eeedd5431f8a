import type { Affected, IfDeleted, Limit } from "../../report/index.ts";
import { fateSchema } from "./fate.ts";
import { choice, flag, from, list, optional, record, text } from "./schema.ts";
import { forPeople, nextSchema, objectSchema, remedySchema, unreadSchema } from "./shared.ts";

const affectedSchema = record<Affected>("What happens to an object that depends on the deleted one.", {
  object: objectSchema,
  effect: choice(
    "deleted: it is deleted too. blocked: it cannot continue until something is put right. waits: it waits, and then continues. continues: nothing changes for it. unknown: it cannot be determined.",
    ["deleted", "blocked", "waits", "continues", "unknown"],
  ),
  reason: text("CamelCase and stable."),
  message: forPeople,
  fate: optional(fateSchema),
  fateComes: optional(
    choice("Whether the data has this fate because of the deletion.", ["with it", "in any case"]),
  ),
});

const limitSchema = record<Limit>("Something that nothing can do any longer.", {
  operations: list(
    "What it is about.",
    choice("An operation.", ["create", "attach", "detach", "mount", "expand", "delete", "snapshot"]),
  ),
  message: forPeople,
});

export const ifDeletedSchema = record<IfDeleted>("What would happen if the object were deleted now.", {
  fate: optional(fateSchema),
  next: list("In order.", nextSchema),
  stays: flag("True if the object would still exist after the controllers have done everything they can."),
  affected: optional(list("What depends on the object, and what happens to each.", affectedSchema)),
  limits: optional(list("What can no longer be done then.", limitSchema)),
  unread: optional(list("What could not be read, so that more may depend on the object.", unreadSchema)),
  before: from(
    ({ before }) => before?.map((remedy, position) => ({ ...remedy, primary: position === 0 })),
    optional(list("What to do before the deletion, the safest first.", remedySchema)),
  ),
});
