export * as config from "./config.ts";
export * from "./flag.ts";
export * from "./global.ts";
export * from "./input.ts";
export * from "./output.ts";
export * from "./reach.ts";
export * from "./selection.ts";
export * from "./values.ts";
export * from "./writing.ts";
