import type { Foretold } from "../../analysis/index.ts";
import { reporter } from "../../analysis/index.ts";
import { controllers } from "../../controllers/index.ts";
import type { Knowledge } from "../../define/index.ts";
import { entriesOf } from "../../define/index.ts";
import { deletions } from "../../deletions/index.ts";
import { finalizers } from "../../finalizers/index.ts";
import type { KubeObject } from "../../kubernetes/index.ts";
import * as remedies from "../../remedies/index.ts";
import type { Report } from "../../report/index.ts";
import { waits } from "../../waits/index.ts";
import { askingAhead } from "../asking/ahead.ts";
import type { Answering } from "../asking/ask.ts";
import type { Surroundings } from "../surroundings.ts";

/** What explains an object: no rule, since rules look at whole clusters. */
const knowledge: Knowledge = {
  finalizers,
  waits,
  remedies: entriesOf(remedies),
  controllers,
  deletions,
};

export function diagnosed(foretold: Foretold, { rest }: Pick<Surroundings, "rest">): Answering<Report> {
  return askingAhead((objects: readonly KubeObject[]) => reporter(objects, knowledge, foretold), rest);
}
