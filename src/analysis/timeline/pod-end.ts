import { gracePeriodOf, isPodFinished, podGarbageCollector } from "../../controllers/index.ts";
import type { KubeObject, Pod } from "../../kubernetes/index.ts";
import { humanDuration, say, timestamp, words } from "../../kubernetes/index.ts";
import type { Analysis } from "../analysis.ts";
import type { Prerequisite } from "./steps.ts";

// What must end before a pod that is deleted no longer exists.

/**
 * A pod that was started disappears when its kubelet says so: what would keep that from happening if it were deleted now. A
 * node that does not answer counts, however short that time is; what a controller does in a moment does not.
 */
export function staysFor(object: KubeObject, { cluster, causesOf }: Analysis): readonly Prerequisite[] {
  if (object.kind !== "Pod" || isPodFinished(object as Pod)) return [];
  const metadata = { ...object.metadata, deletionTimestamp: timestamp(cluster.now) };
  return causesOf({ ...object, metadata })
    .rootHolds.filter(
      ({ by, category, holder }) => "wait" in by && (category === "blocked" || "object" in holder),
    )
    .map(({ holder }) => ({ holder, by: "itself" }));
}

/**
 * The object of a pod that runs is there until its kubelet has stopped it, and says so; or until the pod garbage collector
 * deletes it by force, because its node is gone.
 */
export function graceOf(object: KubeObject, { cluster }: Analysis): readonly Prerequisite[] {
  const seconds = object.kind === "Pod" ? gracePeriodOf(object) : 0;
  if (object.kind !== "Pod" || seconds === 0) return [];
  const metadata = { ...object.metadata, deletionTimestamp: timestamp(cluster.now) };
  const collected = podGarbageCollector.decide({ ...object, metadata }, cluster);
  if (collected.decides === "act") {
    const { delay } = collected;
    const holder = { controller: podGarbageCollector.name };
    return delay === undefined ? [] : [{ holder, by: "itself", when: delay }];
  }
  const when = say`when the kubelet on node/${object.spec?.nodeName ?? ""} has stopped it (grace period ${words(humanDuration(seconds))}) and unmounted its volumes`;
  return [{ holder: { controller: "kubelet" }, by: "itself", when }];
}
