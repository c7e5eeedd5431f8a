import { inOrder } from "../kubernetes/index.ts";

/** Steps of one letter (added, left out, exchanged) from one word to another. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let line = 1; line <= from.length; line += 1) {
    const next = [line];
    for (let column = 1; column <= to.length; column += 1) {
      const same = from[line - 1] === to[column - 1];
      next.push(
        Math.min(
          (row[column] ?? 0) + 1,
          (next[column - 1] ?? 0) + 1,
          (row[column - 1] ?? 0) + (same ? 0 : 1),
        ),
      );
    }
    row = next;
  }
  return row[to.length] ?? 0;
}

/** The known words that were probably meant, the nearest first; upper and lower case are the same. Half of a short word resembles many. */
export function nearest(word: string, known: readonly string[]): readonly string[] {
  const typed = word.toLowerCase().slice(0, 64);
  if (typed === "") return [];
  const limit = Math.max(2, Math.floor(typed.length / 4));
  return known
    .map((name) => ({ name, steps: distance(typed, name.toLowerCase()) }))
    .filter(
      ({ name, steps }) =>
        (steps <= limit && (steps * 2 < typed.length || letters(name) === letters(typed))) ||
        name.toLowerCase().startsWith(typed),
    )
    .sort((a, b) => a.steps - b.steps || inOrder(a.name, b.name))
    .map(({ name }) => name)
    .slice(0, 3);
}

const letters = (word: string) => [...word.toLowerCase()].sort().join("");
