import type { Cluster, Found, Index, Listed, Scope } from "../../cluster/index.ts";
import { recipes } from "../../cluster/index.ts";
import type { Event, ObjectRef } from "../../kubernetes/index.ts";
import { instant, keyOf } from "../../kubernetes/index.ts";

/** Key: `eventsKey` of the object. Compare the uid too: an object of the same name may have been there before. */
export const eventsAbout: Index<"v1/events"> = {
  name: "events-about",
  on: "v1/events",
  made: recipes["v1/events"].byObject,
  keys: ({ involvedObject: about }) =>
    about === undefined ? [] : [keyOf(about.kind ?? "", about.namespace ?? "", about.name ?? "")],
};

function eventsKey(object: ObjectRef): string {
  return keyOf(object.kind, object.namespace ?? "", object.name);
}

/**
 * Where the events about an object are kept: its own namespace, or `default` for a cluster-scoped one.
 * kubernetes/kubernetes staging/src/k8s.io/client-go/tools/record/event.go makeEvent, 1.36.
 */
export function eventsScope(object: ObjectRef): Scope {
  return { of: "about", namespace: object.namespace ?? "default", name: object.name, kind: object.kind };
}

/** When the event was last seen; both the old and the new form of events are read. */
export function eventTime(event: Event): string | undefined {
  return event.series?.lastObservedTime ?? event.lastTimestamp ?? event.eventTime ?? event.firstTimestamp;
}

function isAbout(event: Event, ref: ObjectRef): boolean {
  const uid = event.involvedObject?.uid ?? "";
  return uid === "" || ref.uid === undefined || uid === ref.uid;
}

/** The events about an object with one of these reasons, the newest first. */
export function eventsOf(ref: ObjectRef, reasons: readonly string[], cluster: Cluster): Listed<Event> {
  const events = cluster.lookup(eventsAbout, eventsKey(ref), eventsScope(ref));
  if (!events.read) return events;
  const time = (event: Event) => instant(eventTime(event)) ?? 0;
  const items = events.items.filter((event) => isAbout(event, ref) && reasons.includes(event.reason ?? ""));
  // Of equally old ones, the last one that was read counts as the newest.
  return { read: true, items: items.reverse().sort((one, other) => time(other) - time(one)) };
}

/**
 * The newest event about an object with one of these reasons. That there is none proves nothing: events live for an
 * hour.
 */
export function latestEvent(ref: ObjectRef, reasons: readonly string[], cluster: Cluster): Found<Event> {
  const events = eventsOf(ref, reasons, cluster);
  if (!events.read) return { state: "unread", unread: events.unread };
  const [newest] = events.items;
  return newest === undefined ? { state: "absent" } : { state: "found", object: newest };
}
