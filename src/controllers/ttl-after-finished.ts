import type { Job } from "../kubernetes/index.ts";
import { humanDuration, instant, isTerminating, refOf, say } from "../kubernetes/index.ts";
import type { Action } from "./controller.ts";
import { defineController, nothing } from "./controller.ts";
import { act, actAfter } from "./decision.ts";
import { foregroundDeletion } from "./finalizer-names.ts";
import { trueCondition } from "./objects/conditions.ts";

export const ttlAfterFinished = defineController({
  name: "ttl-after-finished-controller",
  on: "batch/v1/jobs",
  sources: [
    "kubernetes/kubernetes pkg/controller/ttlafterfinished/ttlafterfinished_controller.go processJob, 1.36",
  ],
  decide(job, { now }) {
    const left = cleanupIn(job, now);
    if (left === undefined || isTerminating(job)) return nothing;
    const object = refOf(job);
    const deletion: readonly [Action, Action] = [
      { do: "add-finalizer", object, finalizer: foregroundDeletion },
      { do: "delete", object },
    ];
    return left > 0 ? actAfter(say`after ${humanDuration(left)}`, ...deletion) : act(...deletion);
  },
});

/**
 * Seconds until the controller deletes a finished Job, and its pods before it; zero or less: it is due. `undefined` for a
 * Job that has not finished, or that has no `ttlSecondsAfterFinished`.
 * kubernetes/kubernetes pkg/controller/ttlafterfinished/ttlafterfinished_controller.go timeLeft, jobFinishTime, 1.36.
 *
 * @param now milliseconds since the epoch
 */
export function cleanupIn({ spec, status }: Job, now: number): number | undefined {
  const { conditions } = status ?? {};
  const finished = trueCondition(conditions, "Complete") ?? trueCondition(conditions, "Failed");
  const finishedAt = instant(finished?.lastTransitionTime);
  const ttl = spec?.ttlSecondsAfterFinished;
  if (finishedAt === undefined || ttl === undefined) return undefined;
  return Math.ceil((finishedAt - now) / 1000 + ttl);
}
