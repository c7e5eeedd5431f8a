import type { Demand, Reading, Scope } from "../../cluster/index.ts";
import type { Resource } from "../../kubernetes/index.ts";
import { kindOf } from "../../kubernetes/index.ts";
import { demandKey, namespacesFullOfEvents } from "../asking/widen.ts";
import type { Source } from "../sources/source.ts";
import { noReadings } from "../sources/source.ts";

/** Where a list may not be read, up to so many of its objects are read one by one. */
const mostSingles = 20;

/**
 * A source that is asked for whole lists, whatever is demanded of it: an audit asks about so many objects that one
 * request each would never end. Events are the exception, since a list of them is costly for the server.
 *
 * @param namespace the only one that is audited; `undefined` for all
 */
export function listing(source: Source, namespace: string | undefined): Source {
  const lists = new Map<string, Reading>();
  const events = eventDemands();

  async function readLists(demands: readonly Demand[]): Promise<readonly string[]> {
    const wanted = new Map(demands.map((demand) => [demandKey(demand), demand]));
    const missing = [...wanted.values()].filter((demand) => !lists.has(demandKey(demand)));
    if (missing.length === 0) return [];
    const { readings, skipped } = await source.collect(missing);
    for (const reading of readings) lists.set(demandKey(reading), reading);
    return skipped;
  }

  return {
    ...source,
    async collect(demands) {
      const others = demands.filter(({ resource }) => resource !== "v1/events");
      const asked = events(demands.filter(({ resource }) => resource === "v1/events"));
      const known = new Set(lists.keys());
      const skipped = await readLists(others.map((demand) => listOf(demand, namespace)));
      const fresh = [...lists].filter(([key]) => !known.has(key)).map(([, reading]) => reading);
      const refused = others.filter(
        (demand) => lists.get(demandKey(listOf(demand, namespace)))?.read === false,
      );
      const singles = [...fewOfEach(refused), ...asked.demands];
      const single = singles.length === 0 ? noReadings : await source.collect(singles);
      return {
        readings: [...fresh, ...single.readings, ...asked.refused],
        skipped: [...skipped, ...single.skipped],
      };
    },
  };
}

/** The list in which a demand is answered. */
function listOf({ resource, scope }: Demand, namespace: string | undefined): Demand {
  return {
    resource,
    scope: namespace === undefined || !kindOf(resource).namespaced ? everything : inside(scope),
  };
}

const everything: Scope = { of: "cluster" };

function inside(scope: Scope): Scope {
  if (scope.of === "cluster" || scope.namespace === undefined) return everything;
  return { of: "namespace", namespace: scope.namespace };
}

function fewOfEach(demands: readonly Demand[]): readonly Demand[] {
  const objects = demands.filter(({ scope }) => scope.of === "object");
  const counts = new Map<Resource, number>();
  for (const { resource } of objects) counts.set(resource, (counts.get(resource) ?? 0) + 1);
  return objects.filter(({ resource }) => (counts.get(resource) ?? 0) <= mostSingles);
}

/** The largest number of objects whose events are read one by one. */
const mostObjects = 200;

interface BoundedEvents {
  readonly demands: readonly Demand[];
  /** What is not asked for: not known, and not absent. */
  readonly refused: readonly Reading[];
}

/**
 * How the events about some objects are asked for. The server keeps no cache of events, and looks through all of them for
 * each list: so they are never read for the whole cluster.
 */
export function eventDemands(): (demands: readonly Demand[]) => BoundedEvents {
  let left = mostObjects;
  return (demands) => {
    const crowded = namespacesFullOfEvents(demands);
    const lists = [...crowded].map(
      (namespace): Demand => ({ resource: "v1/events", scope: { of: "namespace", namespace } }),
    );
    const others = demands.filter(
      ({ scope }) => !("namespace" in scope) || !crowded.has(scope.namespace ?? ""),
    );
    const asked = others.slice(0, left);
    left -= asked.length;
    return { demands: [...lists, ...asked], refused: others.slice(asked.length).map(notAsked) };
  };
}

function notAsked({ resource, scope }: Demand): Reading {
  const detail = `pvguard does not read the events of more than ${mostObjects} objects one by one`;
  return { read: false, resource, scope, reason: "Unavailable", detail };
}
