/** Where this begins to hold in a list in which it holds for all that come after; the length where it never does. */
export function firstWhere<T>(items: readonly T[], holds: (item: T) => boolean): number {
  let begin = 0;
  let end = items.length;
  while (begin < end) {
    const middle = (begin + end) >>> 1;
    if (holds(items[middle] as T)) end = middle;
    else begin = middle + 1;
  }
  return begin;
}
