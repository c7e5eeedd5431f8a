import type { Safety } from "../model/index.ts";
import type { Style } from "./line.ts";

/** What stands before a remedy or a step of a plan. */
export const safeties: Record<Safety, { readonly name: string; readonly style: Style }> = {
  safe: { name: "[safe]", style: "good" },
  risky: { name: "[risky]", style: "careful" },
  "loses-data": { name: "[loses data]", style: "bad" },
};
