export * from "./permission/index.ts";
export * from "./plan/index.ts";
export * from "./rescue/index.ts";
export * from "./write-for.ts";
