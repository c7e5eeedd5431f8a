import type { Cluster } from "../../cluster/index.ts";
import { everywhere } from "../../cluster/index.ts";
import { inOrder } from "../../kubernetes/index.ts";

/**
 * The name nearest to a mistyped one, when it is near enough to be meant: by the number of letters that have to be
 * changed, added or left out.
 */
export function nearestName(name: string, names: readonly string[]): string | undefined {
  const ranked = names
    .map((candidate) => ({ candidate, distance: editDistance(name, candidate) }))
    .sort((a, b) => a.distance - b.distance || inOrder(a.candidate, b.candidate));
  const [best] = ranked;
  return best !== undefined && best.distance <= Math.max(2, name.length / 4) ? best.candidate : undefined;
}

/** The same among the objects that exist. */
export function nearestNamed(
  name: string,
  among: "storage.k8s.io/v1/csidrivers" | "storage.k8s.io/v1/storageclasses",
  cluster: Cluster,
): string | undefined {
  const listed = cluster.list(among, everywhere);
  return listed.read
    ? nearestName(
        name,
        listed.items.map(({ metadata }) => metadata.name),
      )
    : undefined;
}

function editDistance(from: string, to: string): number {
  // Names of drivers are at most 63 letters; anything longer came from a file, and is not worth the time.
  if (from.length > 128 || to.length > 128) return Number.POSITIVE_INFINITY;
  let above = Array.from({ length: to.length + 1 }, (_, position) => position);
  [...from].forEach((letter, row) => {
    const next = [row + 1];
    [...to].forEach((other, column) => {
      const changed = (above[column] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(changed, (above[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    });
    above = next;
  });
  return above[to.length] ?? Number.POSITIVE_INFINITY;
}
