import { defineRemedy } from "../define/index.ts";
import {
  annotationOf,
  diskKinds,
  ignoreAnnotation,
  ignoreAnnotations,
  instant,
  nameOf,
  say,
} from "../kubernetes/index.ts";
import { annotationRemovals, harmless } from "./shared/acts.ts";

const day = 24 * 60 * 60 * 1000;

export const removeIgnore = defineRemedy({
  name: "remove-ignore",
  summary: "Remove an expired pvguard.dev/ignore annotation from an object",
  fixDoes: "Removes the pvguard.dev/ignore annotations when they have expired",
  asked: { on: [...diskKinds, "v1/pods"], using: [{}] },
  make(on, _using, cluster) {
    const found = cluster.resolve(on);
    if (found?.state !== "found") return undefined;
    const until = annotationOf(found.object, `${ignoreAnnotation}-until`);
    if (until === undefined || !isOver(until, cluster.now)) return undefined;
    const [first, ...others] = annotationRemovals(found.object, ignoreAnnotations);
    if (first === undefined) return undefined;
    return {
      title: say`Remove the expired ignore annotation from ${nameOf(on)}`,
      because: say`It was valid until ${until} and no longer has any effect. Only the annotations change.`,
      fix: harmless(found.object, [first, ...others]),
    };
  },
});

/** A day counts to its end, in UTC, as the audit reads it. */
function isOver(until: string, now: number): boolean {
  const isDay = /^\d{4}-\d\d-\d\d$/.test(until);
  const start = instant(isDay ? `${until}T00:00:00Z` : until);
  return start !== undefined && start + (isDay ? day : 0) <= now;
}
