import { type Cluster, type Event, type Found, instant, type ObjectRef } from "../model/index.ts";
import { eventsAbout, eventsKey, eventsScope } from "./indexes/index.ts";

/** When the event was last seen; both the old and the new form of events are read. */
export function eventTime(event: Event): string | undefined {
  return event.series?.lastObservedTime ?? event.lastTimestamp ?? event.eventTime ?? event.firstTimestamp;
}

function isAbout(event: Event, ref: ObjectRef): boolean {
  const uid = event.involvedObject?.uid ?? "";
  return uid === "" || ref.uid === undefined || uid === ref.uid;
}

/**
 * The newest event about an object with one of these reasons. That there is none proves nothing: events live for an
 * hour.
 */
export function latestEvent(ref: ObjectRef, reasons: readonly string[], cluster: Cluster): Found<Event> {
  const events = cluster.lookup(eventsAbout, eventsKey(ref), eventsScope(ref));
  if (!events.read) return { state: "unread", unread: events.unread };
  const time = (event: Event) => instant(eventTime(event)) ?? 0;
  const newest = events.items
    .filter((event) => isAbout(event, ref) && reasons.includes(event.reason ?? ""))
    .reduce<Event | undefined>(
      (best, event) => (best === undefined || time(event) >= time(best) ? event : best),
      undefined,
    );
  return newest === undefined ? { state: "absent" } : { state: "found", object: newest };
}
