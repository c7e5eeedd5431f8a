import { AccessError } from "../../connection/kubeconfig/access-error.ts";
import { eventsScope } from "../../controllers/index.ts";
import {
  type Cluster,
  covers,
  type Demand,
  type Finding,
  type KubeObject,
  kindNamed,
  leavingOut,
  nameKey,
  type ObjectRef,
  type Reading,
  type Scope,
  type Snapshot,
} from "../../model/index.ts";
import type { Readings, Source } from "../source.ts";
import { keyOf } from "../widen.ts";

/** So many objects are read again at most, the worst findings first. */
const mostObjects = 200;

export interface SecondLook {
  /** As the first, with these objects as they are now. */
  readonly snapshot: Snapshot;
  /** By `nameKey`: what was read again. */
  readonly looked: ReadonlyMap<string, ObjectRef>;
  /** `none`: all of it is as it was, so that whatever was said of it stands. */
  readonly news: "some" | "none";
}

/**
 * Reads the objects that are about to be reported once more, one by one. The lists are of different moments, and the
 * world goes on while they are read. Of those that changed the events are read anew, too, where they were asked for.
 *
 * @param cluster what the first look saw
 */
export async function lookAgain(
  findings: readonly Finding[],
  first: Snapshot,
  cluster: Cluster,
  source: Source,
): Promise<SecondLook> {
  const subjects = [...new Map(findings.map(({ subject }) => [nameKey(subject), subject])).values()]
    .slice(0, mostObjects)
    .flatMap(asked);
  const objects = await readAgain(
    subjects.map(({ demand }) => demand),
    source,
  );
  const seen = new Map(
    objects.readings.filter(({ read }) => read).map((reading) => [keyOf(reading), reading]),
  );
  const looked = subjects.filter(({ demand }) => seen.has(keyOf(demand)));
  const changed = looked.filter(({ demand }) => hasChanged(seen.get(keyOf(demand)), cluster));
  const again = {
    looked: new Map(looked.map(({ subject }) => [nameKey(subject), subject])),
    skipped: [...first.skipped, ...objects.skipped],
  };
  if (changed.length === 0 && objects.skipped.length === 0)
    return { looked: again.looked, snapshot: first, news: "none" };
  const events = await readAgain(eventsReadAbout(changed, first), source);
  const fresh = [...seen.values(), ...events.readings.filter(({ read }) => read)];
  return {
    looked: again.looked,
    snapshot: {
      ...first,
      readings: [...first.readings.map((reading) => without(reading, fresh)), ...fresh],
      skipped: [...again.skipped, ...events.skipped],
    },
    news: "some",
  };
}

/** A server that does not answer any more takes nothing back of what it said before. */
async function readAgain(demands: readonly Demand[], source: Source): Promise<Readings> {
  try {
    return await source.collect(demands);
  } catch (problem) {
    if (problem instanceof AccessError && problem.kind !== "interrupted")
      return { readings: [], skipped: [] };
    throw problem;
  }
}

interface Subject {
  readonly subject: ObjectRef;
  readonly demand: Demand;
}

function asked(subject: ObjectRef): readonly Subject[] {
  const { apiVersion, kind, name, namespace } = subject;
  const resource = kindNamed(apiVersion, kind)?.resource;
  if (resource === undefined) return [];
  const scope: Scope = { of: "object", name, ...(namespace === undefined ? {} : { namespace }) };
  return [{ subject, demand: { resource, scope } }];
}

/** Two versions of an object that have the same `resourceVersion` are the same. */
function hasChanged(now: Reading | undefined, cluster: Cluster): boolean {
  if (now?.read !== true || now.scope.of !== "object") return true;
  const before = cluster.get(now.resource, now.scope.name, now.scope.namespace);
  const [after] = now.items;
  if (before.state !== "found" || after === undefined) return true;
  const { uid, resourceVersion } = before.object.metadata;
  return (
    resourceVersion === undefined ||
    resourceVersion !== after.metadata.resourceVersion ||
    uid !== after.metadata.uid
  );
}

function eventsReadAbout(subjects: readonly Subject[], { readings }: Snapshot): readonly Demand[] {
  const known = new Set(
    readings
      .filter(({ read, resource }) => read && resource === "v1/events")
      .map((reading) => keyOf(reading)),
  );
  const demands = subjects.map(
    ({ subject }): Demand => ({ resource: "v1/events", scope: eventsScope(subject) }),
  );
  return demands.filter((demand) => known.has(keyOf(demand)));
}

/** What is known anew is not known of old, also when it is gone now. */
function without(reading: Reading, fresh: readonly Reading[]): Reading {
  if (!reading.read) return reading;
  const newer = fresh.filter(({ resource }) => resource === reading.resource);
  if (newer.length === 0) return reading;
  if (newer.some(({ scope }) => covers(scope, reading.scope))) return emptied(reading);
  const gone = newer.flatMap(({ scope }) => (scope.of === "object" ? [scope] : []));
  return { ...reading, items: leavingOut<KubeObject>(reading.items, gone) } as Reading;
}

function emptied(reading: Reading & { readonly read: true }): Reading {
  return { ...reading, items: [] };
}
