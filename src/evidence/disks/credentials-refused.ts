import type { Cluster } from "../../cluster/index.ts";
import { deletionSecretOf } from "../../controllers/index.ts";
import type { ObjectRef, PersistentVolume } from "../../kubernetes/index.ts";
import { hint, refutation } from "../../report/index.ts";
import type { Answer } from "../answer.ts";
import { notLooked, weigh } from "../answer.ts";
import { readError } from "../error-text/index.ts";
import { lastFailure } from "../last-failure.ts";

interface Found {
  /** The Secret that the volume names for its deletion. */
  readonly secret?: ObjectRef;
}

/**
 * Does the storage backend refuse the credentials with which the driver is to delete a disk? Refuted where the error is about a
 * file of the machine, or about what a service account may do at the API server.
 */
export function credentialsRefused(volume: PersistentVolume, cluster: Cluster): Answer<Found> {
  const failure = lastFailure(volume, "delete-disk", cluster);
  if (failure.is === "unread") return notLooked(failure.unread);
  const secret = deletionSecretOf(volume);
  const found: Found = secret === undefined ? {} : { secret };
  const { message } = failure.told ?? {};
  if (message === undefined) return { ...weigh([]), ...found };
  const { denied, signs } = readError(message);
  if (denied !== undefined && denied !== "driver")
    return { ...weigh([], [refutation(volume, "event", message)]), ...found };
  const isSaid = denied === "driver" || signs.has("secret");
  return { ...weigh(isSaid ? [hint(volume, "event", message)] : []), ...found };
}
