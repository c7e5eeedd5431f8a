import type { AnyRuleEntry } from "../engine/index.ts";
import claimHeld from "./claim-held.ts";

/** Every audit rule, by code. */
export const rules: readonly AnyRuleEntry[] = [claimHeld];
