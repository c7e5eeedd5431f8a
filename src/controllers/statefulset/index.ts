export * from "./controller.ts";
export * from "./ordinals.ts";
export * from "./retention.ts";
