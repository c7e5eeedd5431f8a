export * from "./claim.ts";
export * from "./claim-facts.ts";
export * from "./match.ts";
export * from "./reclaim.ts";
export * from "./volume.ts";
