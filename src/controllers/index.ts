export * from "./data-source.ts";
export * from "./indexes/index.ts";
export * from "./volume-source.ts";
