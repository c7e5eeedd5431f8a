/** What the public output says of the data. */

import type { ObjectRef } from "../../kubernetes/index.ts";
import type { Copy, Fate } from "../../report/index.ts";
import { choice, list, optional, record, text } from "./schema.ts";
import { forPeople, objectFields, objectSchema } from "./shared.ts";

const copySchema = record<Copy>("A snapshot of the disk.", {
  snapshot: objectSchema,
  state: choice(
    "Whether it can be used then. never-ready: the claim was deleted before the snapshot was taken. deleted-too: the snapshot is deleted as well. content-gone: it is ready, but its content no longer exists. not-known: it is ready, but its content was not read.",
    ["ready", "not-ready", "never-ready", "deleted-too", "content-gone", "not-known"],
  ),
  takenAt: optional(
    text("When it was taken, or else when it was requested. Absent if the API does not say."),
  ),
});

const fateFields = {
  data: choice(
    "What happens to the disk or snapshot in the storage backend. destroyed: it is deleted. exposed: another claim can read the data. leaked: it remains in the backend, and Kubernetes has no record of it. already-gone: it has already been deleted. none: there is no volume.",
    ["destroyed", "kept", "leaked", "exposed", "already-gone", "unknown", "none"],
  ),
  because: forPeople,
  onlyIf: optional(
    text(
      "Why the loss is not certain: it happens only if this is true, and no object tells. Absent if it is certain. For people; may change.",
    ),
  ),
  volume: optional(objectSchema),
  through: optional(
    record<ObjectRef>(
      "Another volume of the same disk. The disk can be deleted with that volume, so it must be kept as well.",
      objectFields,
    ),
  ),
  driver: optional(text("The storage driver.")),
  volumeHandle: optional(text("The handle of the disk or snapshot in the storage backend.")),
  capacity: optional(text("The size of the disk, as in `100Gi`. Absent if it is unknown.")),
  policy: optional(text("The reclaim policy of the volume. Absent if it is unknown.")),
  copies: optional(
    list(
      "The snapshots of a disk that is lost: those that are ready first, then the newest. Absent if there is none, and if the disk is not lost.",
      copySchema,
    ),
  ),
};
export const fateSchema = record<Fate>(
  "What happens to the data if everything proceeds as it is now.",
  fateFields,
);
export const otherFateSchema = record<Fate>(
  "For a plan that only keeps data: what still happens to other, related data.",
  fateFields,
);
