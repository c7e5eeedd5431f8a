import { type Cluster, nameKey, type ObjectRef, refOf, type Unread } from "../model/index.ts";
import { type Relative, type Tie, tied, tiesOf } from "./relatives.ts";

/** An object that is near another, with its `nameKey`. */
export interface Neighbour {
  readonly ref: ObjectRef;
  readonly key: string;
}

/** The same, or that there may be one which was not read. */
export type Near = Neighbour | { readonly unread: Unread };

/** Where everything about an object was read. */
interface Surroundings {
  readonly ties: readonly Tie[];
  readonly all: readonly Neighbour[];
}

/** So many neighbours are kept in all. */
const most = 100_000;

/**
 * Who is near whom in a cluster that does not change. Everything that is held around one volume or claim asks for its
 * future, and each time all that is around is gone through.
 */
export class Neighbours {
  readonly #cluster: Cluster;
  readonly #known = new Map<string, Surroundings>();
  #count = 0;

  constructor(cluster: Cluster) {
    this.#cluster = cluster;
  }

  /** `undefined` if the object does not exist, or if something about it was not read: then ask again. */
  of({ ref, key }: Neighbour): Surroundings | undefined {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const found = this.#cluster.resolve(ref);
    if (found?.state !== "found") return undefined;
    const ties = tiesOf(found.object);
    const all = seen(ties.flatMap((tie) => tied(tie, this.#cluster)));
    return all && this.#keep(key, { ties, all });
  }

  #keep(key: string, surroundings: Surroundings): Surroundings {
    this.#count += 1 + surroundings.all.length;
    if (this.#count > most) {
      this.#known.clear();
      this.#count = 1 + surroundings.all.length;
    }
    this.#known.set(key, surroundings);
    return surroundings;
  }
}

export function neighbour(ref: ObjectRef): Neighbour {
  return { ref, key: nameKey(ref) };
}

export function nearOf(relative: Relative): Near {
  return "unread" in relative ? relative : neighbour(refOf(relative.object));
}

function seen(relatives: readonly Relative[]): readonly Neighbour[] | undefined {
  const neighbours: Neighbour[] = [];
  for (const relative of relatives) {
    if ("unread" in relative) return undefined;
    neighbours.push(neighbour(refOf(relative.object)));
  }
  return neighbours;
}
