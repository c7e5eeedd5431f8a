import { Objects } from "../../engine/objects.ts";
import type { Demand, Index, KubeObject, ObjectIn, Resource, Snapshot } from "../../model/index.ts";

/** What a snapshot holds. */
export interface Known {
  having<R extends Resource>(index: Index<R>, key: string): readonly ObjectIn<R>[];
  /** The object that a demand names, if it asks for one and it is there. */
  at(demand: Demand): KubeObject | undefined;
}

export function knownIn({ readings }: Snapshot): Known {
  const byResource = new Map<Resource, Objects>();

  function objectsOf(resource: Resource): Objects {
    const lists = () => readings.filter((reading) => reading.resource === resource);
    const objects =
      byResource.get(resource) ?? new Objects(lists().flatMap((list) => (list.read ? [list.items] : [])));
    byResource.set(resource, objects);
    return objects;
  }

  return {
    having<R extends Resource>(index: Index<R>, key: string) {
      // An index is only ever given objects of the resource it is on.
      const found = objectsOf(index.on).lookup(index as unknown as Index<Resource>, key);
      return found as readonly ObjectIn<R>[];
    },
    at({ resource, scope }) {
      return scope.of === "object" ? objectsOf(resource).get(scope.name, scope.namespace) : undefined;
    },
  };
}
