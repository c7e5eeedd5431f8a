import { controllers } from "../../controllers/index.ts";
import { type Foretold, type Knowledge, reporter } from "../../engine/index.ts";
import { finalizers } from "../../finalizers/index.ts";
import {
  type Demand,
  isTerminating,
  type KubeObject,
  nameKey,
  type Report,
  refOf,
  type Snapshot,
} from "../../model/index.ts";
import { remedies } from "../../remedies/index.ts";
import { waits } from "../../waits/index.ts";
import type { Answering } from "../ask.ts";
import { inTurns } from "../collect.ts";
import type { Edge } from "../edge.ts";
import { knownIn } from "../foresight/known.ts";
import { neighboursOf, type Question } from "../foresight/neighbours.ts";

/** What explains an object: no rule, since rules look at whole clusters. */
const knowledge: Knowledge = { finalizers, waits, remedies, controllers };

export function diagnosed(foretold: Foretold, { rest }: Pick<Edge, "rest">): Answering<Report> {
  return {
    make: (objects) => inTurns(reporter(objects, knowledge, foretold), rest),
    foresee: (objects) => (snapshot, missing) => demandsAround(objects, snapshot, missing),
  };
}

/**
 * What the answer will need once it has seen more: the objects that the known ones name, and the lists that decide over
 * them. Asked for in the same round as what is missing already, it saves a round for each link of the chain.
 */
function demandsAround(
  objects: readonly KubeObject[],
  snapshot: Snapshot,
  missing: readonly Demand[],
): readonly Demand[] {
  const known = knownIn(snapshot);
  const question: Question = {
    known,
    about: new Set(objects.map(({ kind }) => kind)),
    lists: objects.some(isTroubled) || missing.some(isLong) ? "long ones too" : "short ones",
  };
  const seen = new Set<string>();
  const demands: Demand[] = [];
  let layer = objects;
  while (layer.length > 0) {
    const fresh = layer.filter((object) => !seen.has(nameKey(refOf(object))));
    for (const object of fresh) seen.add(nameKey(refOf(object)));
    layer = fresh.flatMap((object) => {
      const neighbours = neighboursOf(object, question);
      for (const demand of neighbours.demands) demands.push(demand);
      const found = neighbours.demands.flatMap((demand) => known.at(demand) ?? []);
      return [...found, ...neighbours.objects];
    });
  }
  return demands;
}

/** One long list seldom comes alone. */
function isLong({ resource, scope }: Demand): boolean {
  return scope.of === "cluster" && resource === "storage.k8s.io/v1/volumeattachments";
}

/** Little needs to be known about a healthy claim, and much about anything else. */
function isTroubled(object: KubeObject): boolean {
  if (object.kind !== "PersistentVolumeClaim" || isTerminating(object)) return true;
  const { status } = object as { readonly status?: { readonly phase?: string } };
  return status?.phase !== "Bound";
}
