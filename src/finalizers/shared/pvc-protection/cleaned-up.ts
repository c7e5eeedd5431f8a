import type { Cluster } from "../../../cluster/index.ts";
import { cleanupIn } from "../../../controllers/index.ts";
import type { FoundHold } from "../../../define/index.ts";
import type { Pod } from "../../../kubernetes/index.ts";
import { controllerOf, humanDuration, nameOf, say, words } from "../../../kubernetes/index.ts";
import { proof } from "../../../report/index.ts";
import type { ProtectionReason } from "./reasons.ts";

/** Seconds that the controller may be late. */
const late = 60;

/** A finished Job with a TTL is deleted by itself, and its pods with it. */
export function cleanedUp(
  pod: Pod,
  cluster: Cluster,
): Pick<FoundHold<ProtectionReason>, "reason" | "message" | "evidence"> | undefined {
  const owner = controllerOf(pod);
  if (owner?.kind !== "Job") return undefined;
  const found = cluster.get("batch/v1/jobs", owner.name ?? "", pod.metadata.namespace);
  if (found.state !== "found" || found.object.metadata.uid !== owner.uid) return undefined;
  const left = cleanupIn(found.object, cluster.now);
  if (left === undefined || left < -late) return undefined;
  const when = left > 0 ? say`in ${humanDuration(left)}` : words("now");
  return {
    reason: "FinishedPodIsCleanedUp",
    message: say`${nameOf(pod)} has finished. The ttl-after-finished-controller will delete job/${found.object.metadata.name}, and the pod with it, ${when}`,
    evidence: [
      proof(found.object, "spec.ttlSecondsAfterFinished", found.object.spec?.ttlSecondsAfterFinished),
    ],
  };
}
