export * from "./controller.ts";
export * from "./sync.ts";
