import { valueAt } from "../../src/analysis/conditions.ts";
import type { Items } from "../../src/cluster/index.ts";
import { isInPart, parts } from "../../src/cluster/index.ts";
import type { KubeObject } from "../../src/kubernetes/index.ts";
import { hashOf } from "../../src/kubernetes/index.ts";

/** Makes each object again on each access, as a store does, and tells parts from the rest without it. */
export function stored<T extends KubeObject>(items: readonly T[]): Items<T> {
  const numbers = new Map<string, number>();
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
      parts: parts.slice(0, 32),
      partBits(position) {
        const item = items[position];
        return parts
          .slice(0, 32)
          .reduce(
            (bits, part, at) => (item !== undefined && isInPart(part, item) ? bits | (1 << at) : bits),
            0,
          );
      },
      likenesses: (paths) => (position) => {
        const key = JSON.stringify([paths, paths.map((path) => valueAt(items[position], path))]);
        const number = numbers.get(key) ?? numbers.size;
        numbers.set(key, number);
        return number;
      },
    },
  };
}
