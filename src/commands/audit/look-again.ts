import { AccessError } from "../../connection/kubeconfig/access-error.ts";
import {
  covers,
  type Demand,
  type Finding,
  type KubeObject,
  kindNamed,
  leavingOut,
  nameKey,
  type ObjectRef,
  type Reading,
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
}

/**
 * Reads the objects that are about to be reported once more, one by one, with their events where those were asked for.
 * The lists are of different moments, and the world goes on while they are read.
 */
export async function lookAgain(
  findings: readonly Finding[],
  first: Snapshot,
  source: Source,
): Promise<SecondLook> {
  const subjects = [...new Map(findings.map(({ subject }) => [nameKey(subject), subject])).values()].slice(
    0,
    mostObjects,
  );
  const events = subjects.flatMap((subject) => eventsReadAbout(subject, first));
  const objects = subjects.flatMap(objectDemand);
  const { readings, skipped } = await readAgain([...objects, ...events], source);
  const fresh = readings.filter(({ read }) => read);
  const keys = new Set(fresh.map(keyOf));
  return {
    snapshot: {
      ...first,
      readings: [...first.readings.map((reading) => without(reading, fresh)), ...fresh],
      skipped: [...first.skipped, ...skipped],
    },
    looked: new Map(
      subjects
        .filter((subject) => objectDemand(subject).some((demand) => keys.has(keyOf(demand))))
        .map((subject) => [nameKey(subject), subject]),
    ),
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

function objectDemand({ apiVersion, kind, name, namespace }: ObjectRef): readonly Demand[] {
  const resource = kindNamed(apiVersion, kind)?.resource;
  if (resource === undefined) return [];
  return [{ resource, scope: { of: "object", name, ...(namespace === undefined ? {} : { namespace }) } }];
}

function eventsReadAbout({ kind, name, namespace }: ObjectRef, { readings }: Snapshot): readonly Demand[] {
  const demand: Demand = {
    resource: "v1/events",
    scope: { of: "about", kind, name, namespace: namespace ?? "default" },
  };
  return readings.some((reading) => reading.read && keyOf(reading) === keyOf(demand)) ? [demand] : [];
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
