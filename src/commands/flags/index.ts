export * from "./common.ts";
export * as config from "./config.ts";
export * from "./flag.ts";
export * from "./input.ts";
export * from "./values.ts";
export * from "./writing.ts";
