import type { Interruptible } from "../../analysis/index.ts";
import { allOf } from "../../analysis/index.ts";
import type { Demand, Reading, Snapshot } from "../../cluster/index.ts";
import type { KubeObject } from "../../kubernetes/index.ts";
import type { Surroundings } from "../surroundings.ts";
import type { Answering } from "./ask.ts";
import type { Answerable } from "./collect.ts";
import { inTurns, missing } from "./collect.ts";

/** Begins an answer about some objects: each snapshot has what the one before it had, and more. */
type Begin<T> = (objects: readonly KubeObject[]) => (snapshot: Snapshot) => Interruptible<T>;

/** Answers, and asks beside what the answer needs for what it will need then. */
export function askingAhead<T extends Answerable>(begin: Begin<T>, rest: Surroundings["rest"]): Answering<T> {
  return {
    make: (objects) => inTurns(begin(objects), rest),
    // What was told of an object on the assumption that something does not exist must not stand.
    foresee: (objects) => (snapshot, needed) =>
      demandsAhead((assumed) => begin(objects.slice(0, mostObjects))(assumed), snapshot, needed),
  };
}

/** Of more objects only the first ones are looked at ahead: it takes as long as to answer. */
const mostObjects = 16;

/** So many steps are looked ahead: most of what the next answers lead to is known by then. */
const mostSteps = 2;

/**
 * What the answer will need once it has seen more: the same questions are asked as if what is missing did not exist. What
 * they lead to is mostly needed as well, and asked for in the same round it saves one for each link of the chain.
 */
function demandsAhead<T extends Answerable>(
  answer: (snapshot: Snapshot) => Interruptible<T>,
  snapshot: Snapshot,
  needed: readonly Demand[],
): readonly Demand[] {
  let demands = needed;
  for (let step = 0; step < mostSteps; step += 1) {
    const readings = [...snapshot.readings, ...demands.filter((demand) => !isLong(demand)).map(absent)];
    const more = missing(allOf(answer({ ...snapshot, readings })));
    const fresh = more.filter((demand) => !isLong(demand));
    if (fresh.length === 0) break;
    demands = [...demands, ...fresh];
  }
  return demands;
}

/** Lists of a whole cluster that are read only where they decide. */
function isLong({ resource, scope }: Demand): boolean {
  return scope.of === "cluster" && resource === "storage.k8s.io/v1/volumeattachments";
}

function absent({ resource, scope }: Demand): Reading {
  // An empty list is one of any kind.
  return { read: true, resource, scope, items: [] };
}
