export * from "./claim-owner.ts";
export * from "./controller.ts";
export * from "./of-claim.ts";
export * from "./ordinals.ts";
export * from "./retention.ts";
