export * from "./claim.ts";
export * from "./claim-world.ts";
export * from "./match.ts";
export * from "./reclaim.ts";
export * from "./volume.ts";
