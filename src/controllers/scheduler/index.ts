export * from "./controller.ts";
export * from "./placing.ts";
export * from "./pre-filter.ts";
