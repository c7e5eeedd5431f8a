export * from "./controller.ts";
export * from "./owners.ts";
