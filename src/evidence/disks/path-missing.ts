import type { Cluster } from "../../cluster/index.ts";
import { isOnOneMachine } from "../../controllers/index.ts";
import type { PersistentVolume } from "../../kubernetes/index.ts";
import { hint, refutation } from "../../report/index.ts";
import type { Answer } from "../answer.ts";
import { notLooked, weigh } from "../answer.ts";
import { lastFailure } from "../last-failure.ts";
import { deletionFailureOf } from "./deletion-failure.ts";

/**
 * Is the path of a volume missing on the one machine where it can be? That ends no data: a mount can come back.
 * kubernetes-sigs/sig-storage-local-static-provisioner docs/faqs.md.
 */
export function pathMissing(volume: PersistentVolume, cluster: Cluster): Answer {
  if (!isOnOneMachine(volume)) return weigh([], [refutation(volume, "spec", "not tied to one machine")]);
  const failure = lastFailure(volume, "delete-disk", cluster);
  if (failure.is === "unread") return notLooked(failure.unread);
  const { message } = failure.told ?? {};
  return message !== undefined && deletionFailureOf(volume, message) === "path-missing"
    ? weigh([hint(volume, "event", message)])
    : weigh([]);
}
