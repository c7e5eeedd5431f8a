/** Every reading of the text of an error, an event or a condition. Nothing else in the program matches such a text. */
export * from "./attach.ts";
export * from "./controllers.ts";
export * from "./creation.ts";
export * from "./deletion.ts";
export type { Denied } from "./denied.ts";
export { knownErrors } from "./drivers/index.ts";
export type { Retry } from "./drivers/known.ts";
export * from "./explain.ts";
export * from "./missing.ts";
export * from "./mount.ts";
export * from "./namespace.ts";
export * from "./read.ts";
export type { Sign } from "./signs.ts";
export * from "./unwrap.ts";
