import type { Demand, KubeObject, Resource, Snapshot } from "../../model/index.ts";

/** What a snapshot holds, by name. */
export interface Known {
  all(resource: Resource): readonly KubeObject[];
  /** The object that a demand names, if it asks for one and it is there. */
  at(demand: Demand): KubeObject | undefined;
}

export function knownIn({ readings }: Snapshot): Known {
  const all = (resource: Resource): readonly KubeObject[] =>
    readings.flatMap((reading) => (reading.read && reading.resource === resource ? [...reading.items] : []));
  return {
    all,
    at({ resource, scope }) {
      if (scope.of !== "object") return undefined;
      return all(resource).find(
        ({ metadata }) => metadata.name === scope.name && metadata.namespace === scope.namespace,
      );
    },
  };
}
