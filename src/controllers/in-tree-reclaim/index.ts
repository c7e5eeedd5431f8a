export * from "./decide.ts";
export * from "./plugin.ts";
export * from "./reclaim.ts";
