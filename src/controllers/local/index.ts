export * from "./local-deleter.ts";
export * from "./node-cleanup.ts";
export * from "./node-names.ts";
