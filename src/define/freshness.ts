import type { Cluster } from "../cluster/index.ts";
import type { KubeObject } from "../kubernetes/index.ts";
import { instant, secondsSince, timestamp } from "../kubernetes/index.ts";

/** How long a controller may take before it counts as not acting, in seconds. */
const patience = 60;

/** The newest time in the object's metadata: when anything about it last changed, as far as the API says. */
export function lastChange(object: KubeObject): string | undefined {
  const newest = newestTime(object);
  return newest === undefined ? undefined : timestamp(newest);
}

/** Did anything about the object change so recently that its controllers may still be about to act? */
export function isFresh(object: KubeObject, now: number): boolean {
  const changed = newestTime(object);
  if (changed === undefined || now - changed > (patience + 1) * 1000) return false;
  const waited = secondsSince(timestamp(changed), now);
  return waited !== undefined && waited < patience;
}

/** The object as it is when it was changed at that moment. */
export function changedAt(now: number, object: KubeObject): KubeObject {
  const { managedFields = [] } = object.metadata;
  const change = { time: timestamp(now) };
  return { ...object, metadata: { ...object.metadata, managedFields: [...managedFields, change] } };
}

function newestTime({ metadata }: KubeObject): number | undefined {
  let newest = newer(instant(metadata.creationTimestamp), instant(metadata.deletionTimestamp));
  for (const { time } of metadata.managedFields ?? []) newest = newer(newest, instant(time));
  return newest;
}

function newer(a: number | undefined, b: number | undefined): number | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return Math.max(a, b);
}

/** Seconds that a binding may take: the PV controller looks at every claim each 15 seconds, one after the other. */
const slowest = 300;

/**
 * Have all of these been as they are for so long that the PV controller must have seen them together? An object that does
 * not say when it last changed proves nothing.
 */
export function isOverdue(objects: readonly KubeObject[], cluster: Cluster): boolean {
  const changes = objects.map(changedOrMoved);
  return changes.every((at) => at !== undefined && cluster.now - at > slowest * 1000);
}

function changedOrMoved(object: KubeObject): number | undefined {
  const noted = instant(lastChange(object));
  if (object.kind !== "PersistentVolume") return noted;
  const phase = instant(object.status?.lastPhaseTransitionTime);
  return noted === undefined || phase === undefined ? noted : Math.max(noted, phase);
}
