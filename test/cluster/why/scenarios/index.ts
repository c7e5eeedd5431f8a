import type { Scenario } from "../support/scenario.ts";
import { finalizers } from "./finalizers.ts";
import { inUse } from "./in-use.ts";
import { pendingClaims } from "./pending.ts";
import { volumeScenarios } from "./volumes.ts";

export const scenarios: readonly Scenario[] = [...inUse, ...finalizers, ...pendingClaims, ...volumeScenarios];
