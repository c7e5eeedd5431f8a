import type { ClockSource } from "../../cluster/index.ts";
import type { KubeObject } from "../../kubernetes/index.ts";
import { instant, isRecord, say, timestamp } from "../../kubernetes/index.ts";
import { InputError } from "./limits.ts";

/** The moment for which the input stands, and what says so. */
export function clockOf(
  flagged: string | undefined,
  recorded: string | undefined,
  newest: () => number,
): { readonly takenAt: string; readonly clock: ClockSource } {
  if (flagged !== undefined) return { takenAt: flagged, clock: "flag" };
  if (recorded !== undefined) return { takenAt: recorded, clock: "snapshot" };
  return { takenAt: timestamp(newest()), clock: "newest-timestamp" };
}

export function flaggedTime(at: string | undefined): string | undefined {
  if (at !== undefined && instant(at) === undefined) {
    throw new InputError(say`--at must be a time such as 2026-11-20T12:00:00Z, not ${at}`);
  }
  return at;
}

/** Fields of any kind that say when something happened, in the past when the object was read. */
const pastFields = new Set([
  "creationTimestamp",
  "time",
  "firstTimestamp",
  "lastTimestamp",
  "eventTime",
  "lastObservedTime",
  "lastTransitionTime",
  "lastHeartbeatTime",
  "lastPhaseTransitionTime",
  "startTime",
  "startedAt",
  "finishedAt",
  "renewTime",
]);

/** The latest moment that the objects tell of, up to `limit`: a file cannot tell of what comes after it. */
export function newestInstant(objects: Iterable<KubeObject>, limit: number): number | undefined {
  let newest: number | undefined;
  const consider = (at: number | undefined) => {
    if (at !== undefined && at <= limit && (newest === undefined || at > newest)) newest = at;
  };
  for (const object of objects) {
    walk(object, consider);
    consider(deletionAsked(object));
  }
  return newest;
}

/** A deletionTimestamp lies in the future by the grace period that was asked for. */
function deletionAsked({ metadata }: KubeObject): number | undefined {
  const at = instant(metadata.deletionTimestamp);
  return at === undefined ? undefined : at - Math.max(0, metadata.deletionGracePeriodSeconds ?? 0) * 1000;
}

/** Bounded by the shape that the object was decoded with. */
function walk(value: unknown, consider: (at: number | undefined) => void): void {
  if (Array.isArray(value)) {
    for (const entry of value) walk(entry, consider);
  } else if (isRecord(value)) {
    for (const [field, inner] of Object.entries(value)) {
      if (typeof inner !== "string") walk(inner, consider);
      else if (pastFields.has(field)) consider(instant(inner));
    }
  }
}
