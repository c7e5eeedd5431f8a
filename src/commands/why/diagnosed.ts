import { controllers } from "../../controllers/index.ts";
import { type Foretold, type Knowledge, report } from "../../engine/index.ts";
import { finalizers } from "../../finalizers/index.ts";
import type { Report } from "../../model/index.ts";
import { remedies } from "../../remedies/index.ts";
import { waits } from "../../waits/index.ts";
import type { Answering } from "../ask.ts";
import { demandsAround } from "../foresight/around.ts";

/** What explains an object: no rule, since rules look at whole clusters. */
const knowledge: Knowledge = { finalizers, waits, remedies };

export function diagnosed(foretold: Foretold): Answering<Report> {
  return {
    make: (objects, snapshot) => report(objects, snapshot, knowledge, controllers, foretold),
    foresee: (objects) => (snapshot, missing) => demandsAround(objects, snapshot, missing),
  };
}
