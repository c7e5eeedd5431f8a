import { controllers } from "../controllers/index.ts";
import type { KnowledgeAndRules } from "../engine/index.ts";
import { knowledge } from "../knowledge.ts";
import type { AnyController } from "../model/index.ts";

/** What a diagnosis is made with. */
interface Expertise {
  readonly knowledge: KnowledgeAndRules;
  readonly controllers: readonly AnyController[];
}

/** Everything that pvguard knows. */
export const expertise: Expertise = { knowledge, controllers };
