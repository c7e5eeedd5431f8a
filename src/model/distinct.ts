/** The items, those of one key once: in the place of the first of them the last. By default, the key is all of an item. */
export function distinct<T>(items: readonly T[], keyOf: (item: T) => string = JSON.stringify): readonly T[] {
  return [...new Map(items.map((item) => [keyOf(item), item])).values()];
}
