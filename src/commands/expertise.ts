import { controllers } from "../controllers/index.ts";
import { knowledge } from "../knowledge.ts";
import type { Expertise } from "./collect.ts";

/** Everything that pvguard knows. */
export const expertise: Expertise = { knowledge, controllers };
