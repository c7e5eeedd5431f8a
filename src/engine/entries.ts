import type { Items, KubeObject } from "../model/index.ts";
import type { Entries } from "./table.ts";

/** What `checked` finds, each object made only once. */
export function objectsAt(
  { positions, keys }: Entries,
  items: Items<KubeObject>,
  belongs: (object: KubeObject) => boolean,
): readonly KubeObject[] {
  const objects: KubeObject[] = [];
  for (const position of positions) {
    const object = items.at(position);
    const isMeant = object !== undefined && ((keys === "one" && objects.length > 0) || belongs(object));
    if (isMeant) objects.push(object);
    else if (keys === "one" && objects.length === 0) return [];
  }
  return objects;
}

/** Another key can have the same hash. */
export function checked(
  { positions, keys }: Entries,
  items: Items<KubeObject>,
  belongs: (object: KubeObject) => boolean,
): readonly number[] {
  const isIn = (position: number) => {
    const object = items.at(position);
    return object !== undefined && belongs(object);
  };
  if (keys === "perhaps several") return positions.filter(isIn);
  const [first] = positions;
  return first !== undefined && isIn(first) ? positions : [];
}
