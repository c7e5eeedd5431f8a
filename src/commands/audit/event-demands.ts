import type { Demand, Reading } from "../../model/index.ts";

/** Of so many objects, one by one, the events are read at most. */
const mostObjects = 200;
/** From this many objects in a namespace on, all its events are read as one list. */
const manyObjects = 20;

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
    const crowded = crowdedNamespaces(demands);
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

function crowdedNamespaces(demands: readonly Demand[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const { scope } of demands) {
    if (scope.of === "about") counts.set(scope.namespace, (counts.get(scope.namespace) ?? 0) + 1);
  }
  return new Set([...counts].filter(([, count]) => count >= manyObjects).map(([namespace]) => namespace));
}

function notAsked({ resource, scope }: Demand): Reading {
  const detail = `the events of more than ${mostObjects} objects are not read one by one`;
  return { read: false, resource, scope, reason: "Unavailable", detail };
}
