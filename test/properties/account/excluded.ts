/** What the tests leave out, and how often they met it. */
import type { Known } from "./known.ts";
import { known } from "./known.ts";

const counts = new Map<Known, number>();

export function isExcluded(property: string, said: string): boolean {
  const found = known.find((each) => each.of.test(property) && each.says.test(said));
  if (found !== undefined) counts.set(found, (counts.get(found) ?? 0) + 1);
  return found !== undefined;
}

/** How often each was met: one that is not met can be removed. */
export function exclusionsMet(property: string): readonly string[] {
  return known
    .filter(({ of }) => of.test(property))
    .map((each) => `known, met ${counts.get(each) ?? 0} times: ${each.because}`);
}
