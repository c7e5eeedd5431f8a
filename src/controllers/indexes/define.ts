import type { Index, Recipe } from "../../cluster/index.ts";
import type { KubeObject, Resource } from "../../kubernetes/index.ts";
import { isTerminating } from "../../kubernetes/index.ts";

/**
 * How an index on objects of one kind is written.
 *
 * @param resource As in `v1/pods`.
 * @param together The indexes that are asked one after the other of many objects.
 * @returns takes the name of the index, the keys of an object, and what a store can make the same keys of
 */
export function indexOn<R extends Resource>(resource: R, together: () => readonly Index<R>[] = () => []) {
  return (name: string, keys: Index<R>["keys"], made?: Recipe): Index<R> => ({
    name,
    on: resource,
    keys,
    together,
    ...(made === undefined ? {} : { made }),
  });
}

/** One key, where there is something that it could be. */
export function keyIfAny(text: string | undefined): readonly string[] {
  return text === undefined || text === "" ? [] : [text];
}

export function finalizersOfDeleted(object: KubeObject): readonly string[] {
  return isTerminating(object) ? [...new Set(object.metadata.finalizers ?? [])] : [];
}

export function afterPrefix({ metadata: { name } }: KubeObject, prefix: string): readonly string[] {
  return name.startsWith(prefix) && name !== prefix ? [name.slice(prefix.length)] : [];
}
