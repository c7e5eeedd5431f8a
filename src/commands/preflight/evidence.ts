import type { Reading, Resource } from "../../model/index.ts";
import type { Source } from "../source.ts";

/** A list that was read. */
export interface ReadList {
  readonly resource: Resource;
  readonly namespace?: string;
}

/** Notes which kinds were read as lists: rights to them are part of what a plan rests on. */
export function listsOf(source: Source): { readonly source: Source; read(): readonly ReadList[] } {
  const seen = new Map<string, ReadList>();
  const note = (readings: readonly Reading[]) => {
    for (const { read, resource, scope } of readings)
      if (read && scope.of === "cluster") seen.set(resource, { resource });
      else if (read && scope.of === "namespace")
        seen.set(`${resource} ${scope.namespace}`, { resource, namespace: scope.namespace });
  };
  return {
    source: {
      ...source,
      async collect(demands) {
        const collected = await source.collect(demands);
        note(collected.readings);
        return collected;
      },
    },
    read: () => [...seen.values()],
  };
}
