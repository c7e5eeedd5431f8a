import { hashOf, type Items, isInPart, type KubeObject } from "../../src/model/index.ts";

/** Makes each object anew, as a store does, and tells parts from the rest without it. */
export function stored<T extends KubeObject>(items: readonly T[]): Items<T> {
  const metadataAt = (position: number) => items[position]?.metadata;
  return {
    length: items.length,
    at: (position) => items.slice(position, position + 1).map((item) => ({ ...item }))[0],
    *[Symbol.iterator]() {
      for (const item of items) yield { ...item };
    },
    columns: {
      nameHash: (position) => hashOf(metadataAt(position)?.name ?? ""),
      namespaceHash: (position) => hashOf(metadataAt(position)?.namespace ?? ""),
      isIn(part, position) {
        const item = items[position];
        return item !== undefined && isInPart(part, item);
      },
    },
  };
}
