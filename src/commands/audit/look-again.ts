import type { Demand, Reading, Scope, Snapshot } from "../../cluster/index.ts";
import { covers, leavingOut } from "../../cluster/index.ts";
import { AccessError } from "../../connection/kubeconfig/access-error.ts";
import { eventsScope } from "../../controllers/index.ts";
import type { KubeObject, ObjectRef } from "../../kubernetes/index.ts";
import { kindNamed, nameKey } from "../../kubernetes/index.ts";
import type { Finding } from "../../report/index.ts";
import { demandKey } from "../asking/widen.ts";
import type { Readings, Source } from "../sources/source.ts";
import type { Subjects } from "./subjects.ts";

/** So many objects are read again at most, the worst findings first. */
const mostObjects = 200;

interface SecondLook {
  /** As the first, with these objects as they are now. */
  readonly snapshot: Snapshot;
  /** By `nameKey`: what was read again. */
  readonly looked: ReadonlyMap<string, ObjectRef>;
  /** `none`: nothing has changed, so the findings about it still hold. */
  readonly news: "some" | "none";
}

/**
 * Reads the objects that are about to be reported once more, one by one. The lists are of different moments, and the
 * cluster changes while they are read. The events of those that changed are read again too, where they were asked for.
 *
 * @param seen what the first look saw of them
 */
export async function lookAgain(
  findings: readonly Finding[],
  first: Snapshot,
  seen: Subjects,
  source: Source,
): Promise<SecondLook> {
  const subjects = [...new Map(findings.map(({ subject }) => [nameKey(subject), subject])).values()]
    .slice(0, mostObjects)
    .flatMap((subject) => asked(subject, seen));
  const objects = await readAgain(
    subjects.map(({ demand }) => demand),
    source,
  );
  const now = new Map(
    objects.readings.filter(({ read }) => read).map((reading) => [demandKey(reading), reading]),
  );
  const unchanged = new Set((objects.unchanged ?? []).map(demandKey));
  const looked = subjects.filter(
    ({ demand }) => now.has(demandKey(demand)) || unchanged.has(demandKey(demand)),
  );
  const changed = looked.filter(({ demand }) => hasChanged(demand, now.get(demandKey(demand))));
  const again = {
    looked: new Map(looked.map(({ subject }) => [nameKey(subject), subject])),
    skipped: [...first.skipped, ...objects.skipped],
  };
  if (changed.length === 0 && objects.skipped.length === 0)
    return { looked: again.looked, snapshot: first, news: "none" };
  const events = await readAgain(eventsReadAbout(changed, first), source);
  const fresh = [...now.values(), ...events.readings.filter(({ read }) => read)];
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

/** When a server stops answering, its earlier answers still hold. */
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

function asked(subject: ObjectRef, seen: Subjects): readonly Subject[] {
  const { apiVersion, kind, name, namespace } = subject;
  const resource = kindNamed(apiVersion, kind)?.resource;
  if (resource === undefined) return [];
  const scope: Scope = { of: "object", name, ...(namespace === undefined ? {} : { namespace }) };
  const unless = seen.get(subject)?.version;
  return [{ subject, demand: { resource, scope, ...(unless === undefined ? {} : { unless }) } }];
}

/** @param now `undefined`: the source found that it is the version that was known */
function hasChanged({ unless: before }: Demand, now: Reading | undefined): boolean {
  if (now === undefined) return false;
  const [after] = now.read ? now.items : [];
  return (
    before === undefined ||
    before.resourceVersion !== after?.metadata.resourceVersion ||
    before.uid !== after?.metadata.uid
  );
}

function eventsReadAbout(subjects: readonly Subject[], { readings }: Snapshot): readonly Demand[] {
  const known = new Set(
    readings
      .filter(({ read, resource }) => read && resource === "v1/events")
      .map((reading) => demandKey(reading)),
  );
  const demands = subjects.map(
    ({ subject }): Demand => ({ resource: "v1/events", scope: eventsScope(subject) }),
  );
  return demands.filter((demand) => known.has(demandKey(demand)));
}

/** What was read again replaces what was read before, also when it no longer exists. */
function without(reading: Reading, fresh: readonly Reading[]): Reading {
  if (!reading.read) return reading;
  const newer = fresh.filter(({ resource }) => resource === reading.resource);
  if (newer.length === 0) return reading;
  if (newer.some(({ scope }) => covers(scope, reading.scope))) return { ...reading, items: [] };
  const gone = newer.flatMap(({ scope }) => (scope.of === "object" ? [scope] : []));
  return { ...reading, items: leavingOut<KubeObject>(reading.items, gone) };
}
