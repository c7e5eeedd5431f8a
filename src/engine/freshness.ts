import { instant, type KubeObject, secondsSince, timestamp } from "../model/index.ts";

/** How long a controller may take before it counts as not acting, in seconds. */
const patience = 60;

/** The newest time in the object's metadata: when anything about it last changed, as far as the API says. */
export function lastChange(object: KubeObject): string | undefined {
  const { creationTimestamp, deletionTimestamp, managedFields } = object.metadata;
  const times = [creationTimestamp, deletionTimestamp, ...(managedFields ?? []).map((entry) => entry.time)];
  const newest = Math.max(...times.map((time) => instant(time) ?? Number.NEGATIVE_INFINITY));
  return Number.isFinite(newest) ? timestamp(newest) : undefined;
}

/** Did anything about the object change so recently that its controllers may still be about to act? */
export function isFresh(object: KubeObject, now: number): boolean {
  const waited = secondsSince(lastChange(object), now);
  return waited !== undefined && waited < patience;
}
