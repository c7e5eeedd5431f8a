import type { Demand, Reading } from "../../model/index.ts";
import { namespacesFullOfEvents } from "../widen.ts";

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
