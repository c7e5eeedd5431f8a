import type { Foretold } from "../../analysis/index.ts";
import { allOf, reporter } from "../../analysis/index.ts";
import type { Demand, Reading, Snapshot } from "../../cluster/index.ts";
import { controllers } from "../../controllers/index.ts";
import type { Knowledge } from "../../define/index.ts";
import { finalizers } from "../../finalizers/index.ts";
import type { KubeObject } from "../../kubernetes/index.ts";
import { remedies } from "../../remedies/index.ts";
import type { Report } from "../../report/index.ts";
import { waits } from "../../waits/index.ts";
import type { Answering } from "../ask.ts";
import { inTurns, missing } from "../collect.ts";
import type { Edge } from "../edge.ts";

/** What explains an object: no rule, since rules look at whole clusters. */
const knowledge: Knowledge = { finalizers, waits, remedies, controllers };

export function diagnosed(foretold: Foretold, { rest }: Pick<Edge, "rest">): Answering<Report> {
  return {
    make: (objects) => inTurns(reporter(objects, knowledge, foretold), rest),
    foresee: (objects) => (snapshot, needed) =>
      demandsAhead(objects.slice(0, mostObjects), foretold, snapshot, needed),
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
function demandsAhead(
  objects: readonly KubeObject[],
  foretold: Foretold,
  snapshot: Snapshot,
  needed: readonly Demand[],
): readonly Demand[] {
  let demands = needed;
  for (let step = 0; step < mostSteps; step += 1) {
    const readings = [...snapshot.readings, ...demands.filter((demand) => !isLong(demand)).map(absent)];
    const more = missing(allOf(reporter(objects, knowledge, foretold)({ ...snapshot, readings })));
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
