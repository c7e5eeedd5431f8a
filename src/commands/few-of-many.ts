import type { KubeObject } from "../model/index.ts";

const many = 256;
const few = 64;

/**
 * Some of very many objects, from all over the list; none where there are not as many. What they turn out to need, most of the
 * others need, too: it is read before all are looked at, so that they need not be looked at again and again.
 */
export function fewOfMany(objects: readonly KubeObject[]): readonly KubeObject[] {
  if (objects.length < many) return [];
  const places = Array.from({ length: few }, (_, at) => Math.floor((at * objects.length) / few));
  return places.flatMap((place) => objects[place] ?? []);
}
