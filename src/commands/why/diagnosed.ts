import { controllers } from "../../controllers/index.ts";
import { type Foretold, type Knowledge, reporter } from "../../engine/index.ts";
import { finalizers } from "../../finalizers/index.ts";
import type { Report } from "../../model/index.ts";
import { remedies } from "../../remedies/index.ts";
import { waits } from "../../waits/index.ts";
import type { Answering } from "../ask.ts";
import type { Edge } from "../edge.ts";
import { demandsAround } from "../foresight/around.ts";
import { inTurns } from "../in-turns.ts";

/** What explains an object: no rule, since rules look at whole clusters. */
const knowledge: Knowledge = { finalizers, waits, remedies };

export function diagnosed(foretold: Foretold, { rest }: Pick<Edge, "rest">): Answering<Report> {
  return {
    make: (objects) => inTurns(reporter(objects, knowledge, controllers, foretold), rest),
    foresee: (objects) => (snapshot, missing) => demandsAround(objects, snapshot, missing),
  };
}
