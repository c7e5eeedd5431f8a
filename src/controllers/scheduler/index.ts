export * from "./controller.ts";
export * from "./placing.ts";
export * from "./pod-obstacle.ts";
export * from "./pre-filter.ts";
export * from "./refusal.ts";
export * from "./storage-capacity.ts";
