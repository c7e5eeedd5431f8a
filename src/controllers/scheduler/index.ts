export * from "./controller.ts";
export * from "./pre-filter.ts";
