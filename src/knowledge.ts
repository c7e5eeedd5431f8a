import { controllers } from "./controllers/index.ts";
import type { KnowledgeAndRules } from "./define/index.ts";
import { entriesOf } from "./define/index.ts";
import { deletions } from "./deletions/index.ts";
import { finalizers } from "./finalizers/index.ts";
import * as remedies from "./remedies/index.ts";
import { rules } from "./rules/index.ts";
import { waits } from "./waits/index.ts";

/** All that pvguard knows, in one value. The analysis receives it as an argument. */
export const knowledge: KnowledgeAndRules = {
  finalizers,
  waits,
  remedies: entriesOf(remedies),
  controllers,
  deletions,
  rules,
};
